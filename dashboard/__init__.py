"""The app: pages that read widgets, call spgat and show what comes back."""
