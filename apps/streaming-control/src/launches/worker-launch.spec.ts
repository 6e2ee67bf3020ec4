import { StreamJobEntity } from '../jobs/job.entity';
import { newStagesAndWorkers } from '../jobs/new-workers';
import { readSchedulingInfo } from '../scheduling/read-scheduling-info';
import { workerLaunch } from './worker-launch';

const info = readSchedulingInfo({
  '1': { numberOfInstances: 1, machineDefinition: { cpuCores: 1, memoryMB: 63.5, diskMB: 0 } },
});
const { stages, workers } = newStagesAndWorkers('a-1', info, 'default', 0);
const settings = { controlUrl: 'http://control:1', heartbeatMs: 20_500, killGraceMs: 7 };

function jobRow(job: Partial<StreamJobEntity>): StreamJobEntity {
  return Object.assign(new StreamJobEntity(), {
    id: 'a-1',
    cluster: 'a',
    user: 'ann',
    version: '1',
    jarUrl: 'http://x/sine.zip',
    parameters: [],
    heartbeatIntervalSecs: 0,
    subscriptionTimeoutSecs: 0,
    sla: { minRuntimeSecs: 0, durationType: 'Perpetual' },
    ...job,
  });
}

function launchOf(job: Partial<StreamJobEntity>) {
  const [worker] = workers;
  if (!worker) throw new Error('no worker');
  return workerLaunch(jobRow(job), stages, worker, settings);
}

describe('the launch of a worker', () => {
  it.each([
    ['http://x/sine.zip?token=1', 'artifact-download/sine.zip', true],
    ['http://x/app.JAR', 'app.jar', undefined],
    ['http://x/', 'artifact-download/artifact.zip', true],
    ['http://x/..', 'artifact-download/artifact.zip', true],
    [`http://x/${'n'.repeat(400)}.zip`, `artifact-download/${'n'.repeat(196)}.zip`, true],
  ])('downloads %s to %s', (jarUrl, path, unpack) => {
    const offer = launchOf({ jarUrl });
    expect(offer.artifact).toBe(path);
    expect(offer.files[0]).toEqual({ path, url: jarUrl, ...(unpack ? { unpack } : {}) });
  });

  it('[V1-SCALE-2] runs the platform’s own program in stage 0, whatever the artifact, with little memory', () => {
    const machineDefinition = { cpuCores: 2, memoryMB: 4096 };
    const stage = { numberOfInstances: 1, machineDefinition };
    const rows = newStagesAndWorkers('a-1', readSchedulingInfo({ '0': stage, '1': stage }), 'default', 0);
    const [master, worker] = rows.workers.map((one) => workerLaunch(jobRow({}), rows.stages, one, settings));
    expect(master?.command).toEqual(['node', 'worker/job-master/main.js']);
    expect(master?.artifact).toBeUndefined();
    expect(master?.files[0]).toEqual({
      path: 'artifact-download/job-master.zip',
      ownerPath: 'job-master.zip',
      unpack: true,
    });
    expect(master?.environment).toMatchObject({ STAGE_NUM: '0', TOTAL_STAGES: '1', WORKER_NUMBER: '1' });
    expect([master?.limits.memoryMb, worker?.limits.memoryMb]).toEqual([96, 4096]);
    expect([worker?.command, worker?.artifact]).toEqual([[], 'artifact-download/sine.zip']);
  });

  it('passes a text that is too long for a variable only in its file', () => {
    const offer = launchOf({ parameters: [{ name: 'p', value: 'x'.repeat(40_000) }] });
    expect(offer.environment.JOB_PARAMETERS).toBeUndefined();
    expect(offer.environment.JOB_PARAMETERS_FILE).toBe(offer.files[1]?.path);
    expect(offer.files[1]?.content).toHaveLength(40_000 + '[{"name":"p","value":""}]'.length);
    expect(offer.environment.SCHEDULING_INFO).toBeDefined();
  });

  it('requests whole megabytes and passes whole seconds, of the job before those of the service', () => {
    expect(launchOf({}).limits).toEqual({ memoryMb: 64, killGraceMs: 7 });
    expect(launchOf({}).environment.HEARTBEAT_INTERVAL_SECS).toBe('21');
    expect(launchOf({ heartbeatIntervalSecs: 3 }).environment.HEARTBEAT_INTERVAL_SECS).toBe('3');
  });
});
