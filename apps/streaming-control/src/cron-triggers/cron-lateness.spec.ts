import { StreamingConfig } from '../config/streaming-config';
import { cronFiresQueue } from './cron-fires.queue';
import { isLateFire, isUpToDate } from './cron-lateness';

const LATE_MS = 1000;
const NOW = 100_000;

describe('the lateness of a cron fire', () => {
  it('accepts a fire up to the limit', () => {
    expect(isLateFire(NOW - LATE_MS, NOW, LATE_MS)).toBe(false);
    expect(isLateFire(NOW - LATE_MS - 1, NOW, LATE_MS)).toBe(true);
  });

  it('ends the attempts to record a fire, not their number', () => {
    const { attempts = 0, backoffMs = 0 } = cronFiresQueue;
    const pauses = Array.from({ length: attempts - 1 }, (_, index) => backoffMs * 2 ** index);
    const lastAttempt = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(lastAttempt).toBeGreaterThan(new StreamingConfig().CRON_LATE_MS);
  });

  const wanted = { id: 'cron-a', pattern: '0 0 * * * ?', timeZone: 'UTC', next: NOW + 5000 };
  it.each([
    ['the expected next time', {}, true],
    ['a due fire', { next: NOW - LATE_MS }, true],
    ['an overdue fire', { next: NOW - LATE_MS - 1 }, false],
    ['another future time', { next: NOW + 1 }, false],
    ['another spec', { pattern: '0 1 * * * ?' }, false],
    ['another time zone', { timeZone: 'Europe/Berlin' }, false],
  ])('decides whether a schedule with %s is up to date', (_case, change, expected) =>
    expect(isUpToDate({ ...wanted, ...change }, wanted, NOW, LATE_MS)).toBe(expected),
  );
});
