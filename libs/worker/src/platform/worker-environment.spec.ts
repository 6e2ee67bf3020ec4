import { readWorkerEnvironment } from './worker-environment';

const valid = {
  JOB_ID: 'sine-1',
  JOB_NAME: 'sine',
  STAGE_NUM: '2',
  TOTAL_STAGES: '2',
  WORKER_INDEX: '0',
  WORKER_NUMBER: '3',
  SINK_PORT: '8030',
  STATUS_URL: 'http://127.0.0.1:7101/api/v1/jobs/actions/postJobStatus',
  DISCOVERY_URL: 'https://platform/api/v1/jobDiscoveryStream/sine-1',
};
const read = (changes: Record<string, string | undefined>, files: Record<string, string> = {}) =>
  readWorkerEnvironment({ ...valid, ...changes }, (path) => {
    const text = files[path];
    if (text === undefined) throw new Error(`no such file: ${path}`);
    return text;
  });

describe('readWorkerEnvironment', () => {
  it('reads the variables of the platform', () => {
    const env = read({
      METRICS_PORT: '8000',
      JOB_PARAMETERS: '[{"name":"a","value":"b"}]',
      HEARTBEAT_INTERVAL_SECS: '5',
    });
    expect(env).toMatchObject({ jobId: 'sine-1', stage: 2, workerNumber: 3, heartbeatMs: 5000 });
    expect(env.ports).toEqual({
      sink: 8030,
      metrics: 8000,
      debug: undefined,
      console: undefined,
      custom: undefined,
    });
    expect(env.parameters).toEqual([{ name: 'a', value: 'b' }]);
  });

  it('accepts missing optional variables', () => {
    expect(read({})).toMatchObject({ parameters: [], heartbeatMs: 20_000, user: '', masterUrl: undefined });
    expect(read({ STAGE_NUM: '1', DISCOVERY_URL: undefined }).discoveryUrl).toBeUndefined();
  });

  it('prefers the files, which have no length limit', () => {
    const env = read(
      { JOB_PARAMETERS: '[]', JOB_PARAMETERS_FILE: '/p', SCHEDULING_INFO: '{', SCHEDULING_INFO_FILE: '/s' },
      { '/p': '[{"name":"x","value":true}]', '/s': '{"stages":{"1":{"numberOfInstances":4}}}' },
    );
    expect(env.parameters).toEqual([{ name: 'x', value: true }]);
    expect(env.schedulingInfo.stages.get(1)?.workers).toBe(4);
  });

  it.each([
    [{ JOB_ID: undefined }, 'JOB_ID is not set'],
    [{ STAGE_NUM: '0' }, 'STAGE_NUM must be'],
    [{ SINK_PORT: '70000' }, 'SINK_PORT must be'],
    [{ STATUS_URL: 'ftp://x' }, 'STATUS_URL must be'],
    [{ DISCOVERY_URL: undefined }, 'DISCOVERY_URL is not set'],
    [{ JOB_PARAMETERS: '{"a":1}' }, 'JOB_PARAMETERS must be'],
    [{ JOB_PARAMETERS: '[' }, 'JOB_PARAMETERS cannot be read as JSON'],
    [{ JOB_PARAMETERS_FILE: '/none' }, 'JOB_PARAMETERS_FILE cannot be read'],
  ])('names the invalid variable: %j', (changes, problem) => {
    expect(() => read(changes)).toThrow(problem);
  });
});
