import { FireOrigin, FireOutcome, FirePhase, type FireEntity } from '../store/schedule.entity';
import { changesOf, type FireChanges } from './fire-changes';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const SCHEDULE = { id: 's', pausedAt: null };

const fire = (secondsAgo: number, change: Partial<FireEntity> = {}): FireEntity => {
  const time = NOW - secondsAgo * 1000;
  return {
    scheduleId: 's',
    time,
    updated: time,
    origin: FireOrigin.Clock,
    overlap: 'skip',
    phase: FirePhase.Due,
    outcome: null,
    dueAt: time,
    jobId: null,
    reason: null,
    ...change,
  };
};
const running = (secondsAgo: number, change: Partial<FireEntity> = {}): FireEntity =>
  fire(secondsAgo, {
    phase: FirePhase.Running,
    outcome: FireOutcome.Started,
    dueAt: null,
    jobId: `job-${secondsAgo}`,
    ...change,
  });
const waiting = (secondsAgo: number, overlap: FireEntity['overlap']): FireEntity =>
  fire(secondsAgo, { phase: FirePhase.Waiting, outcome: FireOutcome.Buffered, dueAt: null, overlap });

const changes = (open: FireEntity[], active: string[] = [], schedule = SCHEDULE): FireChanges =>
  changesOf(schedule, open, new Set(active), NOW);
/** `60 running started`: seconds ago, phase, outcome. */
const shown = ({ changed }: FireChanges): string[] =>
  changed.map(({ time, phase, outcome }) => `${(NOW - time) / 1000} ${phase} ${String(outcome)}`);

describe('the open fires of a schedule', () => {
  it('[V3-SCHED-8] a due fire starts, and is submitted by this process for the next ten seconds', () => {
    const found = changes([fire(0)]);
    expect(shown(found)).toEqual(['0 starting null']);
    expect(found.starting).toEqual(found.changed);
    expect(found.changed[0]).toMatchObject({ dueAt: NOW + 3000, updated: NOW });
  });

  it('[V3-SCHED-16] a fire that jitter delays stays as it is', () => {
    expect(changes([fire(0, { dueAt: NOW + 1 })]).changed).toEqual([]);
  });

  it('[V3-SCHED-8] a fire whose submission was not finished is submitted again, one in progress is not', () => {
    const abandoned = fire(10, { phase: FirePhase.Starting, dueAt: NOW });
    expect(changes([abandoned]).starting).toEqual([{ ...abandoned, dueAt: NOW + 3000, updated: NOW }]);
    expect(changes([{ ...abandoned, dueAt: NOW + 1 }])).toMatchObject({ changed: [], starting: [] });
  });

  it('[V3-SCHED-10] a fire is skipped while a job runs, or is about to', () => {
    const found = changes([running(60), fire(0)], ['job-60']);
    expect(shown(found)).toEqual(['0 over skipped']);
    expect(found.changed[0]).toMatchObject({ reason: 'The job job-60 has not ended.', dueAt: null });
    const starting = fire(1, { phase: FirePhase.Starting, dueAt: NOW + 9000 });
    expect(changes([starting, fire(0)]).changed[0]?.reason).toBe('The job s-20261125T115959Z has not ended.');
  });

  it('[V3-SCHED-10] an ended or deleted job does not delay a fire', () => {
    expect(shown(changes([running(60), fire(0)]))).toEqual(['60 over started', '0 starting null']);
  });

  it('[V3-SCHED-11] a waiting fire starts at the end of the job, and is shown as buffered until then', () => {
    expect(shown(changes([running(60), waiting(30, 'buffer')], ['job-60']))).toEqual([]);
    expect(shown(changes([running(60), waiting(30, 'buffer')]))).toEqual([
      '60 over started',
      '30 starting buffered',
    ]);
  });

  it('[V3-SCHED-12] only jobs that have not ended are killed', () => {
    const open = [running(90), running(60), waiting(30, 'replace')];
    expect(changes(open, ['job-60']).kill).toEqual(['job-60']);
    expect(changes(open)).toMatchObject({ kill: [], starting: [{ time: NOW - 30_000 }] });
  });

  it('[V3-SCHED-15] fires that were to start while the schedule is paused are forgotten', () => {
    const paused = { id: 's', pausedAt: NOW - 5000 };
    const before = fire(6);
    const after = fire(4);
    const asked = fire(3, { origin: FireOrigin.Trigger });
    const found = changesOf(paused, [before, after, asked], new Set(), NOW);
    expect(found.removed).toEqual([after]);
    expect(shown(found)).toEqual(['6 starting null', '3 over skipped']);
  });
});
