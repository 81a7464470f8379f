"""The pool for all long work. It cuts the work into chunks, which are done in this process, in several processes or on
a cluster. Work that was stopped is resumed."""
