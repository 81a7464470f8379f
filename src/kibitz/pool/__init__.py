"""The pool for all long work: it is cut into chunks, done here, in processes or on a cluster, and resumed where it
stopped."""
