import { readCompletedWorkers, readDiscovery, readSchedulingInfo } from './scheduling-info';

const host = (workerNumber: number, workerIndex: number, extra = {}) => ({
  state: 'Started',
  workerNumber,
  workerIndex,
  host: '10.0.0.1',
  port: [8030],
  metricsPort: 8000,
  customPort: 8020,
  ...extra,
});
const message = (hosts: object, numWorkers = 2) =>
  JSON.stringify({
    jobId: 'a-1',
    workerAssignments: { 1: { stage: 1, numWorkers, activeWorkers: 0, hosts } },
  });

describe('readDiscovery', () => {
  it('lists the started workers of the stage', () => {
    expect(readDiscovery(message({ 2: host(2, 0), 3: host(3, 1, { port: [9000, 1] }) }), 'a-1', 1)).toEqual({
      expected: 2,
      peers: [
        { workerIndex: 0, workerNumber: 2, host: '10.0.0.1', port: 8030 },
        { workerIndex: 1, workerNumber: 3, host: '10.0.0.1', port: 9000 },
      ],
    });
  });

  it('leaves out workers that cannot be connected to', () => {
    const hosts = {
      2: host(2, 0, { port: [] }),
      3: host(3, 1, { state: 'Launched' }),
      4: host(4, 2, { host: '' }),
      5: host(5, 3, { port: [70000] }),
      6: host(6, 4, { host: 'a b/c' }),
    };
    expect(readDiscovery(message(hosts), 'a-1', 1)?.peers).toEqual([]);
  });

  it('reads a job without assignments as one without started workers', () => {
    expect(readDiscovery('{"jobId":"a-1","workerAssignments":{}}', 'a-1', 1)).toEqual({
      expected: 0,
      peers: [],
    });
  });

  it.each([
    '{"jobId":"HB_JobId","workerAssignments":null}',
    '{"jobId":"b-1","workerAssignments":{}}',
    'ping',
    'null',
  ])('ignores %s', (text) => {
    expect(readDiscovery(text, 'a-1', 1)).toBeUndefined();
  });
});

describe('readSchedulingInfo', () => {
  it('reads numbers also from text', () => {
    const machineDefinition = { cpuCores: '1.5', memoryMB: 512, numPorts: '1' };
    const info = readSchedulingInfo({ stages: { 1: { numberOfInstances: '3', machineDefinition }, 2: {} } });
    expect([...info.stages]).toEqual([
      [1, { workers: 3, cpuCores: 1.5, memoryMB: 512 }],
      [2, { workers: 1, cpuCores: undefined, memoryMB: undefined }],
    ]);
  });

  it.each([undefined, null, 'x', {}, { stages: [] }, { stages: { a: {} } }])(
    'finds no stage in %j',
    (value) => {
      expect(readSchedulingInfo(value).stages.size).toBe(0);
    },
  );
});

describe('readCompletedWorkers', () => {
  it('finds those of the stage that have completed', () => {
    const workerMetadataList = [
      { stageNum: 1, workerIndex: 0, state: 'Completed' },
      { stageNum: 1, workerIndex: 1, state: 'Started' },
      { stageNum: 2, workerIndex: 2, state: 'Completed' },
      { stageNum: 1, workerIndex: 3, state: 'Completed' },
      null,
    ];
    expect(readCompletedWorkers(JSON.stringify({ workerMetadataList }), 1)).toEqual([0, 3]);
  });

  it.each(['', 'null', '{}', '{"workerMetadataList":{}}'])('finds no worker in %j', (text) => {
    expect(readCompletedWorkers(text, 1)).toEqual([]);
  });
});
