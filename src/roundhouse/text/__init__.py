"""The board in words, for terminals and screen readers: views, prompts, journals and results as sentences."""
