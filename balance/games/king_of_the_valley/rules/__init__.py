"""The rules of King of the Valley, a file a chapter."""
