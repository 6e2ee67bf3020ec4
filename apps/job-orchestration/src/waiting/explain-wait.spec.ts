import { JobStatus } from '../jobs/job-status';
import type { QueuedLaunch } from './queued-job.read-model';
import { explainWait, waitByStatus, type Wait } from './explain-wait';
import type { Obstacle } from './node-room';

const noRoom: Obstacle = { reason: 'noRoom', message: 'full' };
const noNode: Obstacle = { reason: 'noNode', message: 'none' };
const forNode = (position: number, obstacle: Obstacle | null = null): Wait => ({
  on: 'node',
  position,
  obstacle,
});

describe('a wait', () => {
  it.each<[Wait, string | null, string]>([
    [{ on: 'nothing', statusMsg: 'Job is Running.' }, null, 'Job is Running.'],
    [{ on: 'dependencies', statusMsg: 'Waiting for a, b.' }, 'dependencies', 'Waiting for a, b.'],
    [{ on: 'retryDelay', statusMsg: 'Attempt 2 of 4' }, 'retryDelay', 'Attempt 2 of 4'],
    [{ on: 'arrayLimit', arrayId: 'nightly' }, 'arrayLimit', 'Waiting for a place in nightly.'],
    [{ on: 'claimed' }, 'claimed', 'A node has claimed it.'],
    [forNode(1, noRoom), 'noRoom', 'full'],
    [forNode(1, noNode), 'noNode', 'none'],
    [forNode(9, noNode), 'noNode', 'none'],
    [forNode(4, noRoom), 'turn', '3 of your jobs go first.'],
    [forNode(2, noRoom), 'turn', '1 of your jobs goes first.'],
    [forNode(999), 'turn', '998 of your jobs go first.'],
    [forNode(1000), 'turn', '999 or more of your jobs go first.'],
    [forNode(1), 'turn', 'The job has been accepted by the system for execution'],
  ])('[V3-QUEUE-4] [V3-QUEUE-5] %j has the reason %s: %s', (wait, reason, message) =>
    expect(explainWait(wait)).toEqual({ reason, message }),
  );

  it('[V3-QUEUE-5] shortens the id of an array to the length of the field', () => {
    const { message } = explainWait({ on: 'arrayLimit', arrayId: 'x'.repeat(255) });
    expect(message).toMatch(/^Waiting for a place in x+…x+\.$/);
    expect([...(message ?? '')]).toHaveLength(255);
  });

  it.each<[JobStatus, boolean, Wait['on'], number | null]>([
    [JobStatus.Claimed, true, 'claimed', 3],
    [JobStatus.Init, false, 'claimed', 2],
    [JobStatus.Accepted, true, 'retryDelay', 2],
    [JobStatus.Accepted, false, 'dependencies', 1],
    [JobStatus.Running, true, 'nothing', null],
  ])('a job that is %s, with a launch: %s, waits on %s since %s', (status, hasLaunch, on, since) => {
    const launch = hasLaunch ? ({ createdAt: 3 } as QueuedLaunch) : null;
    const job = { id: 'j', user: 'u', status, statusMsg: null, created: 1, updated: 2, arrayState: null };
    const wait = waitByStatus({ ...job, launch });
    expect([wait.wait.on, wait.since]).toEqual([on, since]);
  });
});
