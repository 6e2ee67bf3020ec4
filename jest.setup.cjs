// The longest time of a test: a guard against a hang, not a measure of speed. Longer than two waits of `eventually`, which name their reason.
jest.setTimeout(420_000);
