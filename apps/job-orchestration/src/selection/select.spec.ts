import type { Candidate, CommandCandidate, RegistrySnapshot } from '../registry/registry-snapshot';
import { criterionOfTags, type Criterion } from '../criteria/criteria';
import { explainOthers, select, type Chooser } from './select';

const document = {
  description: null,
  metadata: null,
  tags: [],
  configs: [],
  dependencies: [],
  setupFile: null,
};
const resources = { cpu: null, gpu: null, memoryMb: null, diskMb: null, networkMbps: null };

const cluster = (id: string, tags: string[], status = 'UP'): Candidate => ({
  id,
  name: id,
  version: '1',
  status,
  tags: new Set(tags),
  document,
});
const command = (id: string, criteria: string[][], status = 'ACTIVE', tags = ['k']): CommandCandidate => ({
  ...cluster(id, tags, status),
  applicationIds: [],
  document: {
    ...document,
    executable: ['x'],
    clusterCriteria: criteria.map((own) => criterionOfTags(own)),
    runtime: { resources, images: {} },
  },
});
const registry = (commands: CommandCandidate[], clusters: Candidate[]): RegistrySnapshot => ({
  applications: new Map(),
  clusters,
  commands,
});
/** Takes the element at an index of the remaining choices. */
const at = (index: (count: number) => number): Chooser => ({
  command: (options) => Promise.resolve({ one: options[index(options.length)]! }),
  cluster: (clusters) => Promise.resolve({ one: clusters[index(clusters.length)]! }),
});
const first = at(() => 0);
const wanted = (clusterTags: string[][], commandTags = ['k']) => ({
  clusterCriteria: clusterTags.map((tags): Criterion => criterionOfTags(tags)),
  commandCriterion: criterionOfTags(commandTags),
});
const chosen = async (...args: Parameters<typeof select>) => {
  const selection = await select(...args);
  return selection.outcome === 'selected' ? [selection.command.id, selection.cluster.id] : selection.outcome;
};

/** Selection rules: clusters as `id: tags`, commands as `id: criteria`, the criteria of the job, the expected result. */
const CASES: [string, { clusters: Candidate[]; commands: CommandCandidate[]; asks: string[][] }, unknown][] =
  [
    [
      'no command matches the command criteria',
      {
        clusters: [cluster('c', ['a'])],
        commands: [command('k', [['a']], 'ACTIVE', ['other'])],
        asks: [['a']],
      },
      'noCommand',
    ],
    [
      'a DEPRECATED command is none by default',
      { clusters: [cluster('c', ['a'])], commands: [command('k', [['a']], 'DEPRECATED')], asks: [['a']] },
      'noCommand',
    ],
    [
      'an INACTIVE command is none by default',
      { clusters: [cluster('c', ['a'])], commands: [command('k', [['a']], 'INACTIVE')], asks: [['a']] },
      'noCommand',
    ],
    [
      'a command without cluster criteria is none',
      { clusters: [cluster('c', ['a'])], commands: [command('k', [])], asks: [['a']] },
      'noCommand',
    ],
    [
      'a cluster that is not UP is none by default',
      { clusters: [cluster('c', ['a'], 'OUT_OF_SERVICE')], commands: [command('k', [['a']])], asks: [['a']] },
      'noCluster',
    ],
    [
      'a cluster needs the tags of both sides',
      {
        clusters: [cluster('c1', ['a']), cluster('c2', ['b']), cluster('c3', ['a', 'b', 'more'])],
        commands: [command('k', [['a']])],
        asks: [['b']],
      },
      ['k', 'c3'],
    ],
    [
      "the command's first criterion goes before the job's first",
      {
        clusters: [cluster('c1', ['low', 'x']), cluster('c2', ['high', 'y'])],
        commands: [command('k', [['high'], ['low']])],
        asks: [['x'], ['y']],
      },
      ['k', 'c2'],
    ],
    [
      "of one criterion of the command the job's first counts",
      {
        clusters: [cluster('c1', ['high', 'y']), cluster('c2', ['high', 'x'])],
        commands: [command('k', [['high']])],
        asks: [['x'], ['y']],
      },
      ['k', 'c2'],
    ],
    [
      'two ids that differ cancel the pair, not the command',
      {
        clusters: [cluster('c1', ['a']), cluster('c2', ['a'])],
        commands: [command('k', [['svc.id:c1'], ['a']])],
        asks: [['svc.id:c2']],
      },
      ['k', 'c2'],
    ],
    [
      'a name may come from either side',
      {
        clusters: [cluster('c1', ['a']), cluster('c2', ['a'])],
        commands: [command('k', [['svc.name:c2']])],
        asks: [['a']],
      },
      ['k', 'c2'],
    ],
    [
      'a command that finds no cluster leaves the choice to the others',
      {
        clusters: [cluster('c', ['a'])],
        commands: [command('k1', [['nowhere']]), command('k2', [['a']])],
        asks: [['a']],
      },
      ['k2', 'c'],
    ],
    [
      'tags are compared as they are written',
      { clusters: [cluster('c', ['A'])], commands: [command('k', [['a']])], asks: [['a']] },
      'noCluster',
    ],
  ];

describe('selection', () => {
  it.each(CASES)(
    '[V3-SEL-1] [V3-SEL-2] [V3-SEL-3] %s',
    async (_what, { clusters, commands, asks }, expected) => {
      expect(await chosen(wanted(asks), registry(commands, clusters), first)).toEqual(expected);
    },
  );

  it('[V3-SEL-4] drops commands without a cluster and chooses among the rest, then among its clusters', async () => {
    const clusters = [cluster('c1', ['a']), cluster('c2', ['a'])];
    const commands = [command('k0', [['none']]), command('k1', [['a']]), command('k2', [['a']])];
    const counts: number[] = [];
    const last = at((count) => {
      counts.push(count);
      return count - 1;
    });
    expect(await chosen(wanted([['a']]), registry(commands, clusters), last)).toEqual(['k2', 'c2']);
    expect(counts).toEqual([2, 2]);
  });

  it('does not ask for a choice of one', async () => {
    const refuse = at(() => {
      throw new Error('asked');
    });
    const found = registry([command('k', [['a']])], [cluster('c', ['a'])]);
    expect(await chosen(wanted([['a']]), found, refuse)).toEqual(['k', 'c']);
  });

  it('returns the reason of a chooser', async () => {
    const clusters = [cluster('c1', ['a']), cluster('c2', ['a'])];
    const told: Chooser = {
      ...first,
      cluster: (clusters) => Promise.resolve({ one: clusters[0]!, rationale: 'nearest' }),
    };
    const { explanation } = await select(wanted([['a']]), registry([command('k', [['a']])], clusters), told);
    expect(explanation.rationale).toEqual({ cluster: 'nearest' });
  });

  it('explains the examined resources', async () => {
    const commands = [command('k1', [['a']]), command('k2', [['none']])];
    const { explanation } = await select(wanted([['a']]), registry(commands, [cluster('c', ['a'])]), first);
    expect(explanation).toEqual({
      matchingCommands: 2,
      commands: [
        { id: 'k1', name: 'k1', criterion: { ...criterionOfTags(['a']), status: 'UP' }, clusters: ['c'] },
        { id: 'k2', name: 'k2', criterion: null, clusters: [] },
      ],
    });
  });
});

const resource = (id: string, status: string, tags: string[], clusterCriteria: object[] = []) => ({
  id,
  name: id,
  version: '1',
  status,
  tags: new Set(tags),
  document: { tags, clusterCriteria },
  applicationIds: [],
});

it('names the missing requirement of each other resource, nearest miss first', async () => {
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

describe('of a large request', () => {
  let reads = 0;
  /** Returns a list that counts how often its entries are read. */
  const counted = (tags: readonly string[]): readonly string[] =>
    new Proxy(tags, {
      get: (list, name) => {
        if (name !== 'length') reads += 1;
        return Reflect.get(list, name) as unknown;
      },
    });
  const many = (count: number, prefix: string): string[] =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  const asked = {
    commandCriterion: criterionOfTags(['k']),
    clusterCriteria: many(100, 'c').map((name) => ({
      ...criterionOfTags([]),
      tags: counted(many(100, name)),
    })),
  };
  beforeEach(() => (reads = 0));

  it('each criterion is compared with the clusters once, not merged with each of each command', async () => {
    const commands = many(10, 'k').map((id) =>
      command(
        id,
        many(100, id).map((tag) => [tag]),
      ),
    );
    const found = registry(commands, [cluster('c', ['a'])]);
    expect(await chosen(asked, found, first)).toBe('noCluster');
    expect(reads).toBeLessThan(1000);
  });

  it('the reasons of the nearest misses only are put into words', () => {
    const clusters = many(200, 'far').map((id) => cluster(id, []));
    const explanation = { commands: [], matchingCommands: 0 };
    const others = explainOthers(
      asked,
      registry([], [...clusters, cluster('near', many(99, 'c7'))]),
      explanation,
    );
    expect(others.clusters[0]).toEqual({ id: 'near', name: 'near', reasons: ['it lacks the tag c799'] });
    expect(others.clusters).toHaveLength(20);
    expect(reads).toBeLessThan(50_000);
  });
});
