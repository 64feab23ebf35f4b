"""Cells side by side: what differs between them, by how much, and how sure that is."""
