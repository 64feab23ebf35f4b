"""What commands report, a module each with its words: named after the command."""
