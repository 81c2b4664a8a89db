"""One file a step, in the order their `down_revision` says."""
