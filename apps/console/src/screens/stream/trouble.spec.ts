import type { Job, JobEvent } from '@portolan/client-streams';
import { reasonBeside, textOf, troubleOf } from './trouble';

const ofJob = (text: string): JobEvent =>
  event({ message: `visits-1 ${text}`, workerIndex: -1, workerNumber: -1 });
const event = (more: Partial<JobEvent>): JobEvent => ({
  ...{ jobId: 'visits-1', stageNum: 1, workerIndex: 0, workerNumber: 3, hostname: null, type: 'INFO' },
  ...{
    message: 'visits-1-worker-0-3 worker status update',
    timestamp: 1,
    state: 'Started',
    reason: 'Normal',
  },
  ...{ payloads: [], ...more },
});
const inState = (state: string, reason = 'Normal') => ({ jobMetadata: { state, reason } }) as Job;

describe('the trouble of a streaming job', () => {
  it('has texts without the ids that they begin with', () => {
    expect(textOf(event({}))).toBe('worker status update');
    expect(textOf(ofJob('Job request received'))).toBe('Job request received');
    expect(textOf(event({ message: 'of an earlier release' }))).toBe('of an earlier release');
  });

  const failed = (reason: string): JobEvent =>
    event({ type: 'WARN', message: 'visits-1-worker-0-3 worker terminated', reason });
  const refused = failed('Relaunched: artifact not found: 404');

  it.each([
    [event({}), undefined],
    [event({ reason: 'Lost' }), 'Lost'],
    [failed('Relaunched: exit code 1'), 'Relaunched: exit code 1'],
    [event({ message: 'visits-1-worker-0-3 no such host', reason: 'Error: no such host' }), undefined],
  ])('%j has the reason %j beside its text', (of, reason) => expect(reasonBeside(of)).toBe(reason));

  it('is why its workers do not start, as the last of them said', () => {
    const early = failed('Relaunched: no such host');
    const text = 'Worker 3: artifact not found: 404';
    expect(troubleOf(inState('Accepted'), [early, refused])).toEqual({
      title: 'Why it has not started',
      text,
    });
    expect(troubleOf(inState('Accepted'), [event({})])).toBeUndefined();
  });

  it('shows why a streaming job failed', () => {
    const text = 'artifact not found: 404';
    expect(troubleOf(inState('Failed', `Error: ${text}`), [refused])).toEqual({
      title: 'Why it failed',
      text,
    });
    // Of a release that gave no cause.
    expect(troubleOf(inState('Failed', 'Error'), [])?.text).toBe('Error');
  });

  it.each(['Launched', 'Completed'])('is none when it is %s, whatever happened before', (state) =>
    expect(troubleOf(inState(state), [refused])).toBeUndefined(),
  );
});
