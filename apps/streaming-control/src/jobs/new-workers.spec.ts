import { readSchedulingInfo } from '../scheduling/read-scheduling-info';
import type { StageDefinition } from '../scheduling/stage-response';
import { workerId } from './job-id';
import { shownNextWorkerNumber } from './job-record';
import { newStagesAndWorkers } from './new-workers';

describe('numbers of workers', () => {
  it('numbers workers over all stages, stage 0 first, by index within each', () => {
    const machineDefinition = { cpuCores: 1, memoryMB: 200, diskMB: 0 };
    const info = readSchedulingInfo({ '1': { numberOfInstances: 2, machineDefinition } });
    const first = { ...info.stages['1'], numberOfInstances: 1 } as StageDefinition;
    info.stages = { ...info.stages, '0': first };
    const { workers } = newStagesAndWorkers('a-1', info, 'default', 5);
    expect(workers.map((worker) => [worker.stageNum, worker.workerIndex, worker.workerNumber])).toEqual([
      [0, 0, 1],
      [1, 0, 2],
      [1, 1, 3],
    ]);
  });

  it.each([
    [2, 10],
    [11, 10],
    [12, 20],
  ])('shows the next worker number %i as %i', (next, shown) => {
    expect(shownNextWorkerNumber(next)).toBe(shown);
  });

  it('name a worker', () => {
    expect(workerId({ jobId: 'a-1', workerIndex: 2, workerNumber: 7 })).toBe('a-1-worker-2-7');
  });
});
