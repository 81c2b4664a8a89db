"""What can be asked over HTTP, by concern. `docs/api.md` says the same for people."""
