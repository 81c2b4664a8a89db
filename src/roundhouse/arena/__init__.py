"""Games by the thousand: simulated, refereed, fuzzed."""
