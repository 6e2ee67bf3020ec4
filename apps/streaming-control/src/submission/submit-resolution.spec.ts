import { readSchedulingInfo } from '../scheduling/read-scheduling-info';
import { resolveArtifact, resolveLabels, resolveParameters } from './submit-resolution';

const stage = { numberOfInstances: 1, machineDefinition: { cpuCores: 1, memoryMB: 1, diskMB: 0 } };
const oneStage = readSchedulingInfo({ '1': stage });
const twoStages = readSchedulingInfo({ '1': stage, '2': stage });
const versions = [
  { url: 'http://x/a-1.zip', version: '1', schedulingInfo: oneStage },
  { url: 'http://x/a-2.zip', version: '2', schedulingInfo: oneStage },
];
const none = { artifact: undefined, version: undefined, schedulingInfo: undefined };

describe('the resolution of a submission', () => {
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

  it('[V1-GEN-3] uses the scheduling information of the request rather than the cluster’s', () => {
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
});
