import { JobState } from '../jobs/job-states';
import { StreamJobEntity } from '../jobs/job.entity';
import { newWorker } from '../jobs/new-workers';
import { WorkerReason, WorkerState } from '../jobs/worker-states';
import { moveJob, moveWorker } from './transitions';

const NOW = 7000;
const jobIn = (state: JobState): StreamJobEntity =>
  Object.assign(new StreamJobEntity(), { state, startedAt: 0, terminatedAt: null });
const workerIn = (state: WorkerState) => {
  const place = { jobId: 'a-1', stageNum: 1, workerIndex: 0, agentCluster: 'default' };
  return Object.assign(newWorker(place, 1, 1000), { state });
};

describe('a move of a job', () => {
  it('to Launched records the start', () => {
    const job = jobIn(JobState.Accepted);
    expect(moveJob(job, JobState.Launched, NOW)).toBe(true);
    expect(job).toMatchObject({ state: 'Launched', startedAt: NOW, terminatedAt: null });
  });

  it.each([JobState.TerminatingNormal, JobState.TerminatingAbnormal])('to %s records the end', (to) => {
    const job = jobIn(JobState.Launched);
    expect(moveJob(job, to, NOW)).toBe(true);
    expect(job).toMatchObject({ state: to, terminatedAt: NOW });
  });

  it.each([
    [JobState.Launched, JobState.Accepted],
    [JobState.TerminatingNormal, JobState.TerminatingAbnormal],
    [JobState.TerminatingNormal, JobState.Failed],
    [JobState.Completed, JobState.Launched],
    [JobState.Launched, JobState.Launched],
  ])('from %s to %s is refused and changes nothing', (from, to) => {
    const job = jobIn(from);
    expect(moveJob(job, to, NOW)).toBe(false);
    expect(job).toEqual(jobIn(from));
  });
});

describe('a move of a worker', () => {
  it.each([
    [WorkerState.Accepted, WorkerState.Launched, { launchedAt: NOW }],
    [WorkerState.Launched, WorkerState.StartInitiated, { startingAt: NOW }],
    [WorkerState.Launched, WorkerState.Started, { startingAt: NOW, startedAt: NOW }],
    [WorkerState.Started, WorkerState.Completed, { completedAt: NOW }],
  ])('records the time of a move from %s to %s', (from, to, times) => {
    const worker = workerIn(from);
    expect(moveWorker(worker, to, NOW)).toBe(true);
    expect(worker).toMatchObject({ state: to, reason: 'Normal', ...times });
  });

  it('keeps the time of StartInitiated when it becomes Started', () => {
    const worker = Object.assign(workerIn(WorkerState.StartInitiated), { startingAt: 6000 });
    moveWorker(worker, WorkerState.Started, NOW);
    expect(worker).toMatchObject({ startingAt: 6000, startedAt: NOW });
  });

  it('carries the reason of its end', () => {
    const worker = workerIn(WorkerState.Started);
    moveWorker(worker, WorkerState.Failed, NOW, { reason: WorkerReason.Lost, cause: 'why' });
    expect(worker).toMatchObject({ state: 'Failed', reason: 'Lost', cause: 'why', completedAt: NOW });
  });

  it.each([
    [WorkerState.Completed, WorkerState.Failed],
    [WorkerState.Failed, WorkerState.Completed],
    [WorkerState.Started, WorkerState.Launched],
    [WorkerState.Accepted, WorkerState.Started],
    [WorkerState.Started, WorkerState.Started],
  ])('from %s to %s is refused and changes nothing', (from, to) => {
    const worker = workerIn(from);
    expect(moveWorker(worker, to, NOW, { reason: WorkerReason.Killed, cause: null })).toBe(false);
    expect(worker).toEqual(workerIn(from));
  });
});
