import type { LaunchSnapshot } from '../protocol/launch-snapshot';
import { WellClock } from './well-clock';
import { endOf, isNews, stateOf } from './launch-state';

const snapshot = (fields: Partial<LaunchSnapshot>): LaunchSnapshot => ({
  launchId: 'l',
  nodeId: 'n',
  token: 't',
  sequence: 2,
  phase: 'running',
  ports: {},
  ...fields,
});

describe('endOf', () => {
  it.each([
    [
      { outcome: 'exited', exitCode: 0 },
      { cause: 'exited', exitCode: 0 },
    ],
    [
      { outcome: 'stopped', stopReason: 'timeout' },
      { cause: 'stopped', reason: 'timeout', exitCode: undefined },
    ],
    [{}, { cause: 'lost', message: 'the node did not tell how it ended' }],
  ] as const)('reads %j', (fields, end) => {
    expect(endOf(snapshot({ phase: 'ended', ...fields }))).toEqual(end);
  });

  it('is undefined while the process runs', () => {
    expect(endOf(snapshot({}))).toBeUndefined();
  });
});

describe('stateOf', () => {
  it.each([
    ['preparing', 'claimed'],
    ['running', 'running'],
    ['ended', 'ended'],
  ] as const)('%s means %s', (phase, state) => {
    expect(stateOf(snapshot({ phase }))).toBe(state);
  });
});

describe('isNews', () => {
  const launch = { state: 'running', token: 't', sequence: 1 } as const;
  it.each([
    ['a later one of the claim', launch, true],
    ['a repeat', { ...launch, sequence: 2 }, false],
    ['another claim', { ...launch, token: 'u' }, false],
    ['after the end', { ...launch, state: 'ended' as const }, false],
  ])('%s', (_what, row, news) => {
    expect(isNews(row, snapshot({}))).toBe(news);
  });
});

describe('WellClock', () => {
  it('starts again after an outage', () => {
    const clock = new WellClock();
    const before = clock.wellFor(100);
    clock.reset();
    expect(before).toBeGreaterThanOrEqual(0);
    expect(clock.wellFor(100)).toBeLessThan(50);
  });
});
