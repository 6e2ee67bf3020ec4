import { readScalingPolicy } from './scaling-policy';

const cpu = { reason: 'CPU', scaleDownBelowPct: '15', scaleUpAbovePct: '75' };
const policy = { min: '1', max: '10', strategies: { CPU: cpu } };
const read = (more: object) => readScalingPolicy({ ...policy, ...more }, 1);

describe('a scaling policy', () => {
  it('is read from numbers and numeric strings, with defaults', () => {
    const rollingCount = { count: '12', of: '20' };
    const more = { increment: 2, decrement: '3', coolDownSecs: '30', stage: 9, enabled: false };
    expect(read({ ...more, strategies: { CPU: { ...cpu, rollingCount } } })).toEqual({
      stage: 1,
      min: 1,
      max: 10,
      increment: 2,
      decrement: 3,
      coolDownSecs: 30,
      strategies: {
        CPU: {
          reason: 'CPU',
          scaleDownBelowPct: 15,
          scaleUpAbovePct: 75,
          rollingCount: { count: 12, of: 20 },
        },
      },
      enabled: true,
    });
  });

  it.each<[string, object, object]>([
    ['max is at least min', { min: 4, max: 2 }, { min: 4, max: 4, enabled: false }],
    ['there is always one worker', { min: 0, max: 0 }, { min: 1, max: 1, enabled: false }],
    ['steps are at least one', { increment: 0, decrement: 0 }, { increment: 1, decrement: 1 }],
    ['changes are ten minutes apart', {}, { coolDownSecs: 600 }],
    ['nothing scales without a strategy', { strategies: {} }, { enabled: false }],
    [
      'the upper threshold is not below the lower one, and one sample is enough',
      { strategies: { CPU: { ...cpu, scaleUpAbovePct: 5 } } },
      {
        strategies: {
          CPU: { scaleDownBelowPct: 15, scaleUpAbovePct: 15, rollingCount: { count: 1, of: 1 } },
        },
      },
    ],
  ])('%s', (_what, more, expected) => {
    expect(read(more)).toMatchObject(expected);
  });

  it.each([
    [{ max: 1501 }, 'cannot be more than 1500'],
    [{ max: 'many' }, 'max'],
    [{ min: -1 }, 'min'],
    [{ min: undefined }, 'min'],
    [{ strategies: { Weather: { ...cpu, reason: 'Weather' } } }, 'Weather is unknown'],
    [{ strategies: { Memory: cpu } }, 'reason must equal the key of the entry'],
    [{ strategies: { CPU: { ...cpu, scaleUpAbovePct: 'x' } } }, 'scaleUpAbovePct'],
    [
      { strategies: { CPU: { ...cpu, rollingCount: { count: 3, of: 2 } } } },
      'count 3 must not exceed rollingCount.of 2',
    ],
    [{ strategies: [] }, 'strategies'],
  ])('refuses %j', (more, why) => {
    expect(() => read(more)).toThrow(why);
  });

  it('does not change when it is sent back', () => {
    const first = read({});
    expect(readScalingPolicy(first, 1)).toEqual(first);
  });
});
