"""Cards as data: sheets of rows, and a small language for what cards do."""
