"""The rules of King of the Valley, by chapter."""
