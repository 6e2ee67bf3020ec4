import { decideFires, type Decisions, type OpenFire, type Overlap } from './overlap';

const fire = (time: number, state: OpenFire['state'], overlap: Overlap, isBackfill = false): OpenFire => ({
  time,
  state,
  overlap,
  jobId: `job-${time}`,
  isBackfill,
});
const due = (time: number, overlap: Overlap, isBackfill = false) => fire(time, 'due', overlap, isBackfill);
const waiting = (time: number, overlap: Overlap, isBackfill = false) =>
  fire(time, 'waiting', overlap, isBackfill);
const running = (time: number, overlap: Overlap = 'skip') => fire(time, 'running', overlap);

/** `1:start 2:skip`, and the jobs to kill. */
const shown = ({ decisions, kill }: Decisions): string =>
  [...decisions]
    .sort(([a], [b]) => a - b)
    .map(([time, { kind }]) => `${time}:${kind}`)
    .concat(kill.map((id) => `kill ${id}`))
    .join(' ');

describe('fires and what runs', () => {
  it.each<[string, OpenFire[], string]>([
    ['[V3-SCHED-10] skip: starts when nothing runs', [due(1, 'skip')], '1:start'],
    ['[V3-SCHED-10] skip: is skipped while a job runs', [running(1), due(2, 'skip')], '2:skip'],
    [
      '[V3-SCHED-10] skip: of several due ones the oldest starts',
      [due(2, 'skip'), due(1, 'skip')],
      '1:start 2:skip',
    ],
    [
      '[V3-SCHED-10] skip: is skipped while another waits',
      [running(1), waiting(2, 'buffer'), due(3, 'skip')],
      '3:skip',
    ],
    ['[V3-SCHED-11] buffer: starts when nothing runs', [due(1, 'buffer')], '1:start'],
    ['[V3-SCHED-11] buffer: the first waits', [running(1), due(2, 'buffer')], '2:wait'],
    [
      '[V3-SCHED-11] buffer: later ones are skipped',
      [running(1), waiting(2, 'buffer'), due(3, 'buffer')],
      '3:skip',
    ],
    [
      '[V3-SCHED-11] buffer: of several due ones one starts and one waits',
      [due(1, 'buffer'), due(2, 'buffer'), due(3, 'buffer')],
      '1:start 2:wait 3:skip',
    ],
    ['[V3-SCHED-11] buffer: the waiting one starts at the end of the job', [waiting(2, 'buffer')], '2:start'],
    [
      '[V3-SCHED-11] buffer: the place of the one that starts is free again',
      [waiting(2, 'buffer'), due(3, 'buffer'), due(4, 'buffer')],
      '2:start 3:wait 4:skip',
    ],
    ['[V3-SCHED-12] replace: starts when nothing runs', [due(1, 'replace')], '1:start'],
    ['[V3-SCHED-12] replace: kills, and waits', [running(1), due(2, 'replace')], '2:wait kill job-1'],
    [
      '[V3-SCHED-12] replace: passes over the one that waits',
      [running(1), waiting(2, 'replace'), due(3, 'replace')],
      '2:skip 3:wait kill job-1',
    ],
    [
      '[V3-SCHED-12] replace: of several due ones the latest is left',
      [due(1, 'replace'), due(2, 'replace'), due(3, 'replace')],
      '1:skip 2:skip 3:start',
    ],
    [
      '[V3-SCHED-12] replace: kills every job',
      [running(1, 'allow'), running(2, 'allow'), due(3, 'replace')],
      '3:wait kill job-1 kill job-2',
    ],
    [
      '[V3-SCHED-12] replace: kills what has started since',
      [running(1), waiting(2, 'replace')],
      ' kill job-1'.trim(),
    ],
    ['[V3-SCHED-12] replace: starts when the job has ended', [waiting(2, 'replace')], '2:start'],
    [
      '[V3-SCHED-12] replace: a later one takes the place of one that could start',
      [waiting(2, 'replace'), due(3, 'replace')],
      '2:skip 3:start',
    ],
    [
      '[V3-SCHED-13] allow: starts beside others',
      [running(1), due(2, 'allow'), due(3, 'allow')],
      '2:start 3:start',
    ],
    [
      '[V3-SCHED-13] allow: starts beside one that waits',
      [running(1), waiting(2, 'buffer'), due(3, 'allow')],
      '3:start',
    ],
    [
      '[V3-SCHED-18] a backfill with buffer: all wait, in their order',
      [due(1, 'buffer', true), due(2, 'buffer', true), due(3, 'buffer', true)],
      '1:start 2:wait 3:wait',
    ],
    [
      '[V3-SCHED-18] a backfill with buffer: the next starts at the end of a job',
      [waiting(2, 'buffer', true), waiting(3, 'buffer', true)],
      '2:start',
    ],
    [
      '[V3-SCHED-18] a backfill leaves room for one fire of the schedule',
      [running(1), waiting(2, 'buffer', true), due(8, 'buffer'), due(9, 'buffer')],
      '8:wait 9:skip',
    ],
  ])('%s', (_title, open, expected) => {
    expect(shown(decideFires(open))).toBe(expected);
  });

  it.each<[OpenFire[], number, string]>([
    [[running(1), due(2, 'skip')], 2, 'The job job-1 has not ended.'],
    [
      [running(1), waiting(0, 'buffer'), due(2, 'buffer')],
      2,
      'The fire of 1970-01-01T00:00:00.000Z is already waiting.',
    ],
    [[due(1, 'replace'), due(2000, 'replace')], 1, 'The fire of 1970-01-01T00:00:02.000Z takes its place.'],
  ])('[V3-SCHED-19] a skipped fire has a reason: %j', (open, time, reason) => {
    expect(decideFires(open).decisions.get(time)).toEqual({ kind: 'skip', reason });
  });
});
