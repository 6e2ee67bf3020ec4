import { readSchedulingInfo } from '../scheduling/read-scheduling-info';
import { compactJob, currentSchedulingInfo } from './job-record';
import { DurationType } from './job-record.dto';
import { StreamJobEntity } from './job.entity';
import { newStagesAndWorkers } from './new-workers';

const machineDefinition = { cpuCores: 1, memoryMB: 200, diskMB: 0 };
const info = readSchedulingInfo({
  '1': { numberOfInstances: 1, machineDefinition },
  '2': { numberOfInstances: 1, machineDefinition },
});
const { stages, workers } = newStagesAndWorkers('a-1', info, 'default', 5);
const job = Object.assign(new StreamJobEntity(), {
  id: 'a-1',
  user: 'me',
  jarUrl: 'http://x/a.zip',
  state: 'Launched',
  terminatedAt: null,
  sla: { durationType: DurationType.Transient },
});

describe('the compact form of a job', () => {
  it('sums over its workers', () => {
    expect(compactJob({ job, stages, numStages: 2, workers }, undefined)).toMatchObject({
      jobId: 'a-1',
      state: 'Launched',
      type: 'Transient',
      terminatedAt: -1,
      numStages: 2,
      numWorkers: 2,
      totCPUs: 2,
      totMemory: 400,
      statesSummary: { Accepted: 2 },
    });
  });
});

describe('the scheduling information of a job', () => {
  it('has the current numbers of workers', () => {
    const scaled = stages.map(
      (stage) => Object.assign(Object.create(stage), { numWorkers: 4 }) as typeof stage,
    );
    expect(currentSchedulingInfo(scaled).stages['2']).toMatchObject({
      numberOfInstances: 4,
      machineDefinition,
    });
    expect(currentSchedulingInfo(stages)).toEqual(info);
  });
});
