"""Pictures that follow d in the browser: what they need is sent once, for every d."""
