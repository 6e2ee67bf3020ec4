import { countStages, readSchedulingInfo } from './read-scheduling-info';

const machine = { cpuCores: '1', memoryMB: '64', diskMB: 1 };
const stage = { numberOfInstances: '2', machineDefinition: machine, scalable: 'true' };

describe('scheduling information', () => {
  const firstStage = (change: object = {}) =>
    readSchedulingInfo({ '1': { ...stage, ...change } }).stages['1'];

  it('[V1-FIELD-2] reads numeric strings', () => {
    expect(firstStage()).toMatchObject({
      numberOfInstances: 2,
      machineDefinition: { cpuCores: 1, memoryMB: 64, diskMB: 1 },
      scalable: true,
    });
  });

  it('[V1-FIELD-4] fills in defaults', () => {
    expect(firstStage()?.machineDefinition).toMatchObject({ networkMbps: 128, numPorts: 1 });
  });

  it('[V1-FIELD-5] reads null as no constraints, and an omitted scaling policy as none', () => {
    expect(firstStage({ softConstraints: null })).toMatchObject({
      hardConstraints: [],
      softConstraints: [],
      scalingPolicy: null,
    });
  });

  it('does not count the job master as a stage', () => {
    expect(countStages(readSchedulingInfo({ '0': stage, '1': stage, '2': stage }))).toBe(2);
  });

  it.each([
    [{}, 'No definition for stage 1'],
    [{ '0': stage }, 'No definition for stage 1'],
    [{ '1': stage, '3': stage }, 'No definition for stage 2'],
    [{ one: stage }, 'not a stage number'],
    [{ '1': { ...stage, numberOfInstances: 0 } }, 'numberOfInstances'],
    [{ '1': { ...stage, numberOfInstances: 1501 } }, '1500'],
    [{ '1': { numberOfInstances: 1 } }, 'machineDefinition'],
    [{ '1': { ...stage, machineDefinition: { ...machine, cpuCores: 9 } } }, 'max CPU per worker 8'],
    [{ '1': { ...stage, machineDefinition: { ...machine, cpuCores: 0 } } }, 'cpuCores'],
    [{ '1': { ...stage, machineDefinition: { ...machine, memoryMB: 28_001 } } }, '28000'],
    [{ '1': { ...stage, machineDefinition: { ...machine, networkMbps: 1025 } } }, '1024'],
    [{ '1': { ...stage, machineDefinition: { ...machine, numPorts: 2 } } }, 'numPorts'],
    [{ '1': 'nonsense' }, 'stage 1'],
    [
      { '1': { ...stage, scalingPolicy: { min: 1, max: 1501 } } },
      'scalingPolicy: max 1501 cannot be more than 1500',
    ],
    [{ '1': { ...stage, scalingPolicy: { max: 3 } } }, 'min'],
    [Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i + 1, stage])), 'at most 100 stages'],
    [
      Object.fromEntries([1, 2, 3, 4].map((number) => [number, { ...stage, numberOfInstances: 1500 }])),
      'at most 5000 workers',
    ],
  ])('refuses %j: %s', (stages, why) => {
    expect(() => readSchedulingInfo(stages)).toThrow(/Invalid request payload/);
    expect(() => readSchedulingInfo(stages)).toThrow(why);
  });
});
