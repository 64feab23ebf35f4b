"""What `balance bench` measures."""
