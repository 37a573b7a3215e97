"""Parts of the page Own graphs."""
