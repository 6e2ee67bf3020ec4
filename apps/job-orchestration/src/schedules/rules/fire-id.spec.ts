import { SCHEDULE_ID_LIMIT, fireJobId, isFireJobId, jitterMsOf } from './fire-id';

const TIME = Date.parse('2026-11-25T03:40:00Z');

it('[V3-SCHED-8] the id of a job is made of its schedule and the time of its fire', () => {
  expect(fireJobId('nightly', TIME)).toBe('nightly-20261125T034000Z');
  expect(fireJobId('x'.repeat(SCHEDULE_ID_LIMIT), TIME)).toHaveLength(255);
});

it.each([
  ['nightly-20261125T034000Z', true],
  ['nightly', false],
  ['nightly-20261125T034000Z.4', false],
])('the id %s is that of a fire: %s', (id, expected) => expect(isFireJobId(id)).toBe(expected));

describe('jitter', () => {
  it('[V3-SCHED-16] is the same each time, and whole seconds', () => {
    const jitter = jitterMsOf('nightly', TIME, 3600);
    expect(jitter).toBe(jitterMsOf('nightly', TIME, 3600));
    expect(jitter % 1000).toBe(0);
  });

  it('[V3-SCHED-16] differs between fires and schedules, and reaches both bounds', () => {
    const of = (schedule: string) =>
      Array.from({ length: 500 }, (_, index) => jitterMsOf(schedule, TIME + index * 60_000, 3));
    expect(new Set(of('a'))).toEqual(new Set([0, 1000, 2000, 3000]));
    expect(of('a')).not.toEqual(of('b'));
  });

  it('[V3-SCHED-16] is none without jitterSeconds', () => expect(jitterMsOf('nightly', TIME, 0)).toBe(0));
});
