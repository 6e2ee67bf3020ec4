import type { Transaction } from '@portolan/service';
import { JobChange } from './job-change';
import { JobState } from './job-states';
import { StreamJobEntity } from './job.entity';
import { newWorker } from './new-workers';
import { WorkerState } from './worker-states';

/** A change of a job in which a worker entered each of these states. */
function changeOf(...states: WorkerState[]): JobChange {
  const job = Object.assign(new StreamJobEntity(), { id: 'job-1', state: JobState.Accepted });
  const change = new JobChange(job, {} as Transaction, 1);
  for (const state of states) {
    const worker = newWorker({ jobId: job.id, stageNum: 1, workerIndex: 0, agentCluster: 'default' }, 1, 1);
    change.noteWorker(Object.assign(worker, { state }), { text: 'moved' });
  }
  return change;
}

describe('a change of a job', () => {
  it('needs no controller when workers are placed and start', () => {
    const { Launched, StartInitiated, Started } = WorkerState;
    expect(changeOf().leavesWork).toBe(false);
    expect(changeOf(Launched, StartInitiated, Started).leavesWork).toBe(false);
  });

  it('needs a controller when a worker waits or has ended, and on any change of the job itself', () => {
    for (const state of [WorkerState.Accepted, WorkerState.Failed, WorkerState.Completed])
      expect(changeOf(WorkerState.Started, state).leavesWork).toBe(true);
    const change = changeOf(WorkerState.Started);
    change.noteJob('Setting #workers to 3');
    expect(change.leavesWork).toBe(true);
  });
});
