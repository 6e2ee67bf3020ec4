import type { RegistrySnapshot } from '../../registry/registry-snapshot';
import { criterionOfTags } from './criteria';
import { explainOthers } from './explain-others';
import { select } from './select';

const resource = (id: string, status: string, tags: string[], clusterCriteria: object[] = []) => ({
  id,
  name: id,
  version: '1',
  status,
  tags: new Set(tags),
  document: { tags, clusterCriteria },
  applicationIds: [],
});

it('tells what each resource that was no choice lacks, the nearest first', async () => {
  const criteria = [criterionOfTags(['big'])];
  const registry = {
    applications: new Map(),
    commands: [
      resource('far', 'INACTIVE', [], criteria),
      resource('near', 'ACTIVE', ['sql'], criteria),
      resource('chosen', 'ACTIVE', ['sql', 'v2'], criteria),
      resource('unlinked', 'ACTIVE', ['sql', 'v2']),
    ],
    clusters: [resource('a', 'UP', ['big']), resource('b', 'OUT_OF_SERVICE', ['big'])],
  } as unknown as RegistrySnapshot;
  const wanted = {
    commandCriterion: criterionOfTags(['sql', 'v2']),
    clusterCriteria: [criterionOfTags(['big', 'missing']), criterionOfTags(['big'])],
  };
  const nobody = { command: () => Promise.reject(new Error()), cluster: () => Promise.reject(new Error()) };
  const { explanation } = await select(wanted, registry, nobody);
  expect(explainOthers(wanted, registry, explanation)).toEqual({
    commands: [
      { id: 'near', name: 'near', reasons: ['it lacks the tag v2'] },
      { id: 'unlinked', name: 'unlinked', reasons: ['it has no cluster criteria'] },
      {
        id: 'far',
        name: 'far',
        reasons: ['its status is INACTIVE, not ACTIVE', 'it lacks the tag sql', 'it lacks the tag v2'],
      },
    ],
    clusters: [{ id: 'b', name: 'b', reasons: ['its status is OUT_OF_SERVICE, not UP'] }],
  });
});
