import { withJobMaster } from './job-master-stage';
import { countStages, readSchedulingInfo } from './read-scheduling-info';

const machineDefinition = { cpuCores: 1, memoryMB: 64 };
const CPU = { reason: 'CPU', scaleDownBelowPct: 10, scaleUpAbovePct: 80 };
const stage = (more: object = {}) => ({ numberOfInstances: 1, machineDefinition, scalable: true, ...more });
const scaling = (more: object = {}) =>
  stage({ scalingPolicy: { min: 1, max: 3, strategies: { CPU }, ...more } });
const stagesOf = (stages: Record<string, object>) =>
  Object.keys(withJobMaster(readSchedulingInfo(stages)).stages);

describe('the stage of the job master', () => {
  it('[V1-SCALE-1] is added when a stage has an enabled scaling policy, and is not counted as a stage of the artifact', () => {
    const info = withJobMaster(readSchedulingInfo({ '1': stage(), '2': scaling() }));
    expect(Object.keys(info.stages)).toEqual(['0', '1', '2']);
    expect(info.stages['0']).toMatchObject({
      numberOfInstances: 1,
      machineDefinition: { cpuCores: 2, memoryMB: 4096, networkMbps: 128, diskMB: 100, numPorts: 1 },
      scalable: false,
    });
    expect(countStages(info)).toBe(2);
  });

  it.each<[string, Record<string, object>, string[]]>([
    ['no policy', { '1': stage() }, ['1']],
    ['a policy without room', { '1': scaling({ max: 1 }) }, ['1']],
    ['a policy without strategies', { '1': scaling({ strategies: {} }) }, ['1']],
    [
      'a stage 0 of its own',
      { '0': stage({ machineDefinition: { cpuCores: 1, memoryMB: 8 } }), '1': scaling() },
      ['0', '1'],
    ],
  ])('[V1-SCALE-1] is not added to a job with %s', (_what, stages, expected) => {
    expect(stagesOf(stages)).toEqual(expected);
  });
});
