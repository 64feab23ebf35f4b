"""The rules of Dominion, one file for each chapter; `dispatch` is their table of contents."""
