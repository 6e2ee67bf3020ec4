import { isSubscribed, readReport } from './worker-report';
import type { WorkerStatus } from './worker-status.dto';

const post = (more: Partial<WorkerStatus>): WorkerStatus => ({ workerNumber: 1, state: 'Started', ...more });

describe('a post of a worker', () => {
  it.each(['StartInitiated', 'Started', 'Completed'] as const)('[V1-JOB-8] moves it to %s', (state) => {
    expect(readReport(post({ state }))).toMatchObject({ kind: 'moved', to: state });
  });

  it('[V1-JOB-8] a heartbeat shows that its worker is Started, whatever state it names', () => {
    expect(readReport(post({ type: 'HEARTBEAT', state: 'Noop' }))).toMatchObject({ to: 'Started' });
  });

  it.each(['Noop', 'Accepted', 'Launched'] as const)(
    'a post of a worker with state %s counts as a heartbeat only',
    (state) => {
      expect(readReport(post({ state }))).toEqual({ kind: 'alive' });
    },
  );

  it('[V1-LIFE-5] a permanent failure of a worker fails the job', () => {
    const payloads = [{ type: 'PermanentFailure', data: 'true' }];
    expect(readReport(post({ state: 'Failed', message: 'no such file', payloads }))).toEqual({
      kind: 'failed',
      isPermanent: true,
      message: 'no such file',
    });
  });

  it('[V1-LIFE-2] any other failure of a worker replaces it', () => {
    expect(readReport(post({ state: 'Failed', payloads: null }))).toMatchObject({
      kind: 'failed',
      isPermanent: false,
    });
  });

  it.each([
    [[{ type: 'SubscriptionState', data: 'true' }], true],
    [[{ type: 'SubscriptionState', data: 'false' }], false],
    [[], undefined],
    [null, undefined],
  ])('[V1-LIFE-9] a heartbeat with the payloads %j reports subscribers: %p', (payloads, expected) => {
    expect(isSubscribed(post({ payloads }))).toBe(expected);
  });
});
