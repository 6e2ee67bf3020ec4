import { dueFires, missedReason, type DueOf } from './due-fires';

const at = (text: string): number => Date.parse(`2026-11-25T${text}Z`);
const schedule = (change: Partial<DueOf> = {}): DueOf => ({
  cron: '*/10 * * * *',
  timeZone: 'UTC',
  start: null,
  end: null,
  nextAt: at('10:00:00'),
  catchUpSeconds: 3600,
  ...change,
});
const LIMIT = 100;

describe('fires that are due', () => {
  it('[V3-SCHED-8] are none before their time', async () => {
    expect(await dueFires(schedule(), at('09:59:59'), LIMIT)).toEqual({
      missed: undefined,
      fires: [],
      nextAt: at('10:00:00'),
    });
  });

  it('[V3-SCHED-8] is one at its time, and the next follows', async () => {
    expect(await dueFires(schedule(), at('10:00:00'), LIMIT)).toEqual({
      missed: undefined,
      fires: [at('10:00:00')],
      nextAt: at('10:10:00'),
    });
  });

  it('[V3-SCHED-14] are those younger than catchUpSeconds, oldest first; older ones are missed as one', async () => {
    expect(await dueFires(schedule({ catchUpSeconds: 1200 }), at('11:05:00'), LIMIT)).toEqual({
      // 10:45:00 is twenty minutes old: a fire of that age would be missed.
      missed: { latest: at('10:40:00'), count: 5, more: false },
      fires: [at('10:50:00'), at('11:00:00')],
      nextAt: at('11:10:00'),
    });
    expect(await dueFires(schedule({ catchUpSeconds: 1200 }), at('11:10:00'), LIMIT)).toMatchObject({
      missed: { latest: at('10:50:00'), count: 6 },
      fires: [at('11:00:00'), at('11:10:00')],
    });
  });

  it('[V3-SCHED-14] may all be missed, or none', async () => {
    expect(await dueFires(schedule({ catchUpSeconds: 60 }), at('10:25:00'), LIMIT)).toEqual({
      missed: { latest: at('10:20:00'), count: 3, more: false },
      fires: [],
      nextAt: at('10:30:00'),
    });
    expect(await dueFires(schedule(), at('10:25:00'), LIMIT)).toMatchObject({
      missed: undefined,
      fires: [at('10:00:00'), at('10:10:00'), at('10:20:00')],
    });
  });

  it('[V3-SCHED-14] are on time within the interval of the sweep, also without catch-up', async () => {
    const none = schedule({ catchUpSeconds: 0 });
    expect((await dueFires(none, at('10:00:02.500'), LIMIT)).fires).toEqual([at('10:00:00')]);
    expect((await dueFires(none, at('10:00:03.000'), LIMIT)).missed).toMatchObject({ count: 1 });
  });

  it('[V3-SCHED-14] are found in batches when there are many', async () => {
    const first = await dueFires(schedule(), at('10:55:00'), 2);
    expect(first).toMatchObject({ fires: [at('10:00:00'), at('10:10:00')], nextAt: at('10:20:00') });
  });

  it('[V3-SCHED-21] finish with the end of the schedule', async () => {
    expect(await dueFires(schedule({ end: at('10:10:00') }), at('10:55:00'), LIMIT)).toEqual({
      missed: undefined,
      fires: [at('10:00:00'), at('10:10:00')],
      nextAt: null,
    });
    expect(
      await dueFires(schedule({ end: at('10:10:00'), catchUpSeconds: 60 }), at('10:55:00'), LIMIT),
    ).toEqual({
      missed: { latest: at('10:10:00'), count: 2, more: false },
      fires: [],
      nextAt: null,
    });
  });

  it('[V3-SCHED-14] are counted up to a limit; the latest is found all the same', async () => {
    const often = schedule({ cron: '* * * * * *', catchUpSeconds: 60 });
    const { missed, fires } = await dueFires(often, at('14:00:00'), 3);
    expect(missed).toEqual({ latest: at('13:59:00'), count: 10_000, more: true });
    expect(fires).toEqual([at('13:59:01'), at('13:59:02'), at('13:59:03')]);
    const paused = schedule({ cron: '* * 9-12 * * ?', catchUpSeconds: 60, end: at('12:30:00') });
    expect(await dueFires(paused, at('14:00:00'), 3)).toEqual({
      missed: { latest: at('12:30:00'), count: 9001, more: false },
      fires: [],
      nextAt: null,
    });
    const earlier = schedule({ cron: '* * 6-12 * * ?', catchUpSeconds: 60, nextAt: at('06:00:00') });
    expect((await dueFires(earlier, at('14:00:00'), 3)).missed).toEqual({
      latest: at('12:59:59'),
      count: 10_000,
      more: true,
    });
  });

  it('[V3-SCHED-14] are counted without holding the event loop', async () => {
    let [turns, isOver] = [0, false];
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await dueFires(schedule({ cron: '* * * * * *', catchUpSeconds: 60 }), at('14:00:00'), LIMIT);
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(10_000 / 200);
  });
});

it.each([
  [{ latest: 0, count: 1, more: false }, '1 fire was missed.'],
  [{ latest: 0, count: 12, more: false }, '12 fires were missed.'],
  [{ latest: 0, count: 10_000, more: true }, 'More than 10000 fires were missed.'],
])('[V3-SCHED-14] the reason of %j is %s', (missed, reason) => expect(missedReason(missed)).toBe(reason));
