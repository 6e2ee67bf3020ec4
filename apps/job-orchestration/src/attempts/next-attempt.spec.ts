import type { LaunchEnd } from '@portolan/launches';
import type { Retry } from '../jobs/job.entity';
import { attemptMessage, nextAttempt, retryCauseOf } from './next-attempt';

const exited = (exitCode: number): LaunchEnd => ({ cause: 'exited', exitCode });
const stopped = (reason: 'timeout' | 'memory' | 'node' | 'leaseLost' | 'owner' | 'files'): LaunchEnd => ({
  cause: 'stopped',
  reason,
  exitCode: 143,
});
const notStarted = (code: string): LaunchEnd => ({
  cause: 'notStarted',
  failure: { code, message: '', permanent: true },
});
const retry = (change: Partial<Retry> = {}): Retry => ({
  limit: 3,
  on: ['lost', 'memory', 'timeout', 'setup', 'exit'],
  exitCodes: [],
  delaySeconds: 10,
  factor: 2,
  maxDelaySeconds: 600,
  ...change,
});

describe('the cause of a retry', () => {
  it.each<[LaunchEnd, boolean, string | undefined]>([
    [exited(0), false, undefined],
    [exited(3), false, 'exit'],
    [exited(137), false, 'exit'],
    [exited(1), true, 'setup'],
    [notStarted('downloadFailed'), false, 'setup'],
    [notStarted('directoryFailed'), false, undefined],
    [notStarted('unclaimed'), false, undefined],
    [stopped('timeout'), false, 'timeout'],
    [stopped('memory'), false, 'memory'],
    [stopped('node'), false, 'lost'],
    [stopped('leaseLost'), false, 'lost'],
    [stopped('owner'), false, undefined],
    [stopped('files'), false, undefined],
    [{ cause: 'stopped', reason: 'node', exitCode: 0 }, false, undefined],
    [{ cause: 'lost', message: '' }, false, 'lost'],
    [{ cause: 'withdrawn' }, false, undefined],
  ])('[V3-RETRY-2] after %j (set-up failed: %s) is %s', (end, setupFailed, cause) => {
    expect(retryCauseOf(end, setupFailed)).toBe(cause);
  });

  it('[V3-RETRY-3] is lost for an evicted pod and memory for one that the kernel killed for it', () => {
    expect(retryCauseOf({ cause: 'lost', message: 'its pod was evicted', place: 'other' }, false)).toBe(
      'lost',
    );
    expect(retryCauseOf({ cause: 'lost', message: 'OOMKilled', place: 'memory' }, false)).toBe('memory');
  });
});

describe('the next attempt', () => {
  it('[V3-RETRY-4] is made up to the limit, after pauses that grow to their maximum', () => {
    const delays = [1, 2, 3, 4].map((attempt) => nextAttempt(retry(), attempt, exited(1), false)?.delayMs);
    expect(delays).toEqual([10_000, 20_000, 40_000, undefined]);
    expect(nextAttempt(retry({ maxDelaySeconds: 15 }), 2, exited(1), false)?.delayMs).toBe(15_000);
    expect(nextAttempt(retry({ delaySeconds: 0 }), 3, exited(1), false)?.delayMs).toBe(0);
    expect(nextAttempt(retry({ delaySeconds: 0.5, factor: 1 }), 2, exited(1), false)?.delayMs).toBe(500);
    expect(nextAttempt(retry({ limit: 0 }), 1, exited(1), false)).toBeUndefined();
  });

  it('[V3-RETRY-2] is made for the requested causes and exit codes only', () => {
    expect(nextAttempt(retry({ on: ['lost'] }), 1, exited(1), false)).toBeUndefined();
    expect(nextAttempt(retry({ on: ['lost'] }), 1, stopped('node'), false)).toMatchObject({
      cause: 'lost',
      attempt: 2,
    });
    const some = retry({ exitCodes: [75, 137] });
    expect(nextAttempt(some, 1, exited(1), false)).toBeUndefined();
    expect(nextAttempt(some, 1, exited(137), false)).toMatchObject({ cause: 'exit' });
    expect(nextAttempt(some, 1, stopped('timeout'), false)).toMatchObject({ cause: 'timeout' });
  });

  it('[V3-RETRY-5] is announced with its time and the reason of the last failure', () => {
    const at = Date.parse('2026-11-25T03:00:00.500Z');
    expect(attemptMessage(2, retry(), at, 'Job failed.')).toBe(
      'Attempt 2 of 4 starts at 2026-11-25T03:00:00.500Z: Job failed.',
    );
  });
});
