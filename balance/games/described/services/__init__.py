"""What described games offer besides their rules."""
