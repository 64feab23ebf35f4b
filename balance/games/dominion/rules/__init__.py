"""The rules of Dominion, a file a chapter; `dispatch` is their table of contents."""
