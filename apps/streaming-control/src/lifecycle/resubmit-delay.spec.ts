import { ResubmitCause } from '../jobs/job.entity';
import { resubmitDelay, type FailedWorker } from './resubmit-delay';

const policy = { delaysMs: [0, 5000, 10_000], calmMs: 300_000, limit: 5, windowMs: 3_600_000 };
const replacement = (resubmitDelayMs: number, resubmitCause: ResubmitCause | null = ResubmitCause.Failure) =>
  ({ resubmitCause, launchAfter: 0, resubmitDelayMs }) satisfies FailedWorker;

describe('the replacement of a failed worker', () => {
  it.each([
    ['comes at once for a first worker', replacement(0, null), 0],
    ['waits for the next pause after a first replacement', replacement(0), 5000],
    ['waits longer each time', replacement(5000), 10_000],
    ['repeats the last pause', replacement(10_000), 10_000],
    ['comes at once after a resubmission on request', replacement(5000, ResubmitCause.Request), 0],
    ['comes at once after a migration', replacement(5000, ResubmitCause.Migration), 0],
  ])('[V1-LIFE-4] %s', (_what, worker, delayMs) => {
    expect(resubmitDelay(worker, 0, 1000, policy)).toBe(delayMs);
  });

  it.each([
    [300_000, 10_000],
    [300_001, 0],
  ])('[V1-LIFE-4] replaces a worker that ran for %i ms after %i ms', (now, delayMs) => {
    expect(resubmitDelay(replacement(10_000), 0, now, policy)).toBe(delayMs);
  });

  it.each([
    [4, 0],
    [5, undefined],
  ])('[V1-LIFE-4] after %i recent failures: %p', (failures, delayMs) => {
    expect(resubmitDelay(replacement(0, null), failures, 0, policy)).toBe(delayMs);
  });
});
