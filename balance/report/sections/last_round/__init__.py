"""How the last round changes who is ahead."""
