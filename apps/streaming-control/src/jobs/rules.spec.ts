import { parseJobId } from './job-id';
import { givesUp, resubmitDelay } from './resubmit-backoff';
import { artifactName, resolveArtifact, resolveLabels, resolveParameters } from './submit-resolution';
import { shownNextWorkerNumber, workerId, workerSlots } from './worker-numbers';
import { readSchedulingInfo } from '../scheduling/scheduling-info';

const stage = { numberOfInstances: 1, machineDefinition: { cpuCores: 1, memoryMB: 1, diskMB: 0 } };
const oneStage = readSchedulingInfo({ '1': stage });
const twoStages = readSchedulingInfo({ '1': stage, '2': stage });
const versions = [
  { url: 'http://x/a-1.zip', version: '1', schedulingInfo: oneStage },
  { url: 'http://x/a-2.zip', version: '2', schedulingInfo: oneStage },
];
const none = { artifact: undefined, version: undefined, schedulingInfo: undefined };

describe('what a submit runs', () => {
  it.each([
    ['nothing: the newest version', {}, { url: 'http://x/a-2.zip', version: '2' }],
    ['a version: that version', { version: '1' }, { url: 'http://x/a-1.zip', version: '1' }],
    [
      'a version and scheduling information',
      { version: '1', schedulingInfo: oneStage },
      { url: 'http://x/a-1.zip', version: '1' },
    ],
    [
      'an artifact of its own without version: the time is its version',
      { artifact: 'http://x/b.zip', schedulingInfo: twoStages },
      { url: 'http://x/b.zip', version: '77' },
    ],
    [
      'everything',
      { artifact: 'http://x/b.zip', version: '9', schedulingInfo: twoStages },
      { url: 'http://x/b.zip', version: '9' },
    ],
  ])('given %s', (_what, choice, expected) => {
    expect(resolveArtifact('c', { ...none, ...choice }, versions, 77)).toMatchObject(expected);
  });

  it.each([
    ['an artifact without scheduling information', { artifact: 'http://x/b.zip' }, 'Scheduling info'],
    ['an unknown version', { version: '3' }, 'No Job Cluster config could be found for version 3'],
    ['another number of stages', { schedulingInfo: twoStages }, 'stages'],
  ])('refuses %s', (_what, choice, message) => {
    expect(() => resolveArtifact('c', { ...none, ...choice }, versions, 77)).toThrow(message);
  });

  it('[V1-GEN-3] uses the scheduling information of the request before the cluster’s', () => {
    const bigger = readSchedulingInfo({ '1': { ...stage, numberOfInstances: '3' } });
    expect(resolveArtifact('c', { ...none, schedulingInfo: bigger }, versions, 77).schedulingInfo).toBe(
      bigger,
    );
    expect(resolveArtifact('c', none, versions, 77).schedulingInfo).toBe(oneStage);
  });

  it('replaces parameters by a list that is not empty', () => {
    expect(resolveParameters([{ a: 1 }], [{ a: 2 }])).toEqual([{ a: 1 }]);
    expect(resolveParameters([], [{ a: 2 }])).toEqual([{ a: 2 }]);
    expect(resolveParameters(undefined, [{ a: 2 }])).toEqual([{ a: 2 }]);
  });

  it('overlays labels by name', () => {
    expect(
      resolveLabels(
        [
          { name: 'a', value: '1' },
          { name: 'b', value: '1' },
        ],
        undefined,
        [{ name: 'a', value: '2' }],
      ),
    ).toEqual([
      { name: 'a', value: '2' },
      { name: 'b', value: '1' },
    ]);
  });

  it('names an artifact by the end of its address', () => {
    expect(artifactName('http://x/y/sine-1.zip?token=1')).toBe('sine-1.zip');
  });
});

describe('numbers of workers', () => {
  it('count over all stages, stage 0 first, indexes within each', () => {
    const slots = workerSlots(
      [
        { stageNum: 1, workers: 2 },
        { stageNum: 0, workers: 1 },
      ],
      1,
    );
    expect(slots.map((slot) => [slot.stageNum, slot.workerIndex, slot.workerNumber])).toEqual([
      [0, 0, 1],
      [1, 0, 2],
      [1, 1, 3],
    ]);
  });

  it.each([
    [2, 10],
    [11, 10],
    [12, 20],
  ])('the next being %i, %i is shown', (next, shown) => {
    expect(shownNextWorkerNumber(next)).toBe(shown);
  });

  it('name a worker', () => {
    expect(workerId({ jobId: 'a-1', workerIndex: 2, workerNumber: 7 })).toBe('a-1-worker-2-7');
  });
});

describe('job ids', () => {
  it.each([
    ['a-1', { cluster: 'a', number: 1 }],
    ['foo-1-22', { cluster: 'foo-1', number: 22 }],
    ['foo', undefined],
    ['foo-', undefined],
    ['foo-x', undefined],
  ])('%s', (id, parts) => {
    expect(parseJobId(id)).toEqual(parts);
  });
});

describe('replacing workers that fail', () => {
  const policy = { delaysMs: [0, 5000, 10_000], calmMs: 300_000 };

  it('[V1-LIFE-4] waits longer each time, and the last pause stays', () => {
    expect(resubmitDelay(undefined, 0, policy)).toBe(0);
    expect(resubmitDelay({ dueAt: 0, delayMs: 0 }, 1000, policy)).toBe(5000);
    expect(resubmitDelay({ dueAt: 0, delayMs: 5000 }, 1000, policy)).toBe(10_000);
    expect(resubmitDelay({ dueAt: 0, delayMs: 10_000 }, 1000, policy)).toBe(10_000);
  });

  it('starts again after a calm time', () => {
    expect(resubmitDelay({ dueAt: 0, delayMs: 10_000 }, 300_001, policy)).toBe(0);
  });

  it('gives up at the limit', () => {
    expect([givesUp(4, { limit: 5 }), givesUp(5, { limit: 5 })]).toEqual([false, true]);
  });
});
