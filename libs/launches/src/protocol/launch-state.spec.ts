import type { LaunchSnapshot } from './launch-snapshot';
import { LaunchState, STATE_OF_PHASE, STOP_EFFECT, endOf, isNews, moveLaunch } from './launch-state';

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
    [{}, { cause: 'lost', message: 'the node did not report its outcome' }],
  ] as const)('reads %j', (fields, end) => {
    expect(endOf(snapshot({ phase: 'ended', ...fields }))).toEqual(end);
  });

  it('is undefined while the process runs', () => {
    expect(endOf(snapshot({}))).toBeUndefined();
  });
});

describe('STATE_OF_PHASE', () => {
  it.each([
    ['preparing', 'claimed'],
    ['running', 'running'],
    ['ended', 'ended'],
  ] as const)('%s means %s', (phase, state) => {
    expect(STATE_OF_PHASE[phase]).toBe(state);
  });
});

describe('a move of a launch', () => {
  const moves: Record<LaunchState, LaunchState[]> = {
    offered: ['claimed', 'ended'],
    claimed: ['running', 'ended'],
    running: ['ended'],
    ended: [],
  };
  const states = Object.values(LaunchState);

  it.each(states.flatMap((from) => states.map((to) => ({ from, to, allowed: moves[from].includes(to) }))))(
    'from $from to $to is allowed: $allowed',
    ({ from, to, allowed }) => {
      const launch = { state: from };
      expect(moveLaunch(launch, to)).toBe(allowed);
      expect(launch.state).toBe(allowed ? to : from);
    },
  );
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

describe('a request to stop', () => {
  it.each([
    ['withdraws a launch in the queue', 'offered', 'withdraw'],
    ['is passed on to the node of a claimed launch', 'claimed', 'passOn'],
    ['is passed on to the node of a running launch', 'running', 'passOn'],
    ['does nothing to a launch that is over', 'ended', 'none'],
  ] as const)('%s', (_what, state, effect) => {
    expect(STOP_EFFECT[state]).toBe(effect);
  });
});
