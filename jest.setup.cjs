// What a test may take at the most, unless it says otherwise: a limit against what hangs, not a measure of speed.
jest.setTimeout(60_000);

// Tests run real processes, servers and timers; on a machine that others load, one may miss its time limit. CI gives a
// failed test one more try and a failed file one more run alone (tools/lib/jest-run.mjs), and prints each failure; anywhere
// else the first failure counts.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
