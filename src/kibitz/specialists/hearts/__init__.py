"""What is true of Hearts only: habits that people have."""
