"""How strong secret objectives are."""
