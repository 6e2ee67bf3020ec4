// What a test may take at the most, unless it says otherwise: a limit against what hangs, not a measure of speed.
jest.setTimeout(120_000);
