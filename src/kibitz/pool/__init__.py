"""The one pool: work that is cut into chunks, done here, in processes or on a cluster, and resumed where it stopped."""
