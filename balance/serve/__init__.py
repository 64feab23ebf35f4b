"""``balance serve``: stored runs in the browser of this machine, and changes tried on them."""
