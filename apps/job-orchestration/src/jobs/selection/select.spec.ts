import type { Candidate, CommandCandidate, RegistrySnapshot } from '../../registry/registry-snapshot';
import { criterionOfTags, type Criterion } from './criteria';
import { select, type ChooseIndex } from './select';

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
const first: ChooseIndex = () => 0;
const wanted = (clusterTags: string[][], commandTags = ['k']) => ({
  clusterCriteria: clusterTags.map((tags): Criterion => criterionOfTags(tags)),
  commandCriterion: criterionOfTags(commandTags),
});
const chosen = (...args: Parameters<typeof select>) => {
  const selection = select(...args);
  return selection.outcome === 'selected' ? [selection.command.id, selection.cluster.id] : selection.outcome;
};

describe('selection', () => {
  it('[V3-SEL-1] finds nothing without a matching ACTIVE command that has criteria', () => {
    const clusters = [cluster('c', ['a'])];
    expect(chosen(wanted([['a']], ['other']), registry([command('k', [['a']])], clusters), first)).toBe(
      'noCommand',
    );
    expect(chosen(wanted([['a']]), registry([command('k', [['a']], 'DEPRECATED')], clusters), first)).toBe(
      'noCommand',
    );
    expect(chosen(wanted([['a']]), registry([command('k', [])], clusters), first)).toBe('noCommand');
  });

  it('[V3-SEL-1] finds nothing without a cluster that is UP', () => {
    const commands = [command('k', [['a']])];
    expect(chosen(wanted([['a']]), registry(commands, [cluster('c', ['a'], 'OUT_OF_SERVICE')]), first)).toBe(
      'noCluster',
    );
    expect(chosen(wanted([['b']]), registry(commands, [cluster('c', ['a'])]), first)).toBe('noCluster');
  });

  it('[V3-SEL-2] merges the criteria of command and job', () => {
    const clusters = [cluster('c1', ['a']), cluster('c2', ['a', 'b']), cluster('c3', ['b'])];
    expect(chosen(wanted([['b']]), registry([command('k', [['a']])], clusters), first)).toEqual(['k', 'c2']);
  });

  it("[V3-SEL-3] goes by the command's priority first, then by the job's", () => {
    const clusters = [cluster('c1', ['low', 'x']), cluster('c2', ['high', 'y'])];
    const commands = [command('k', [['high'], ['low']])];
    expect(chosen(wanted([['x'], ['y']]), registry(commands, clusters), first)).toEqual(['k', 'c2']);
    const both = [...clusters, cluster('c3', ['high', 'x'])];
    expect(chosen(wanted([['x'], ['y']]), registry(commands, both), first)).toEqual(['k', 'c3']);
  });

  it('skips criteria that contradict each other', () => {
    const clusters = [cluster('c1', ['a']), cluster('c2', ['a'])];
    const commands = [command('k', [['svc.id:c1'], ['a']])];
    expect(chosen(wanted([['svc.id:c2']]), registry(commands, clusters), first)).toEqual(['k', 'c2']);
  });

  it('[V3-SEL-4] drops commands without a cluster and chooses among the rest, then among its clusters', () => {
    const clusters = [cluster('c1', ['a']), cluster('c2', ['a'])];
    const commands = [command('k0', [['none']]), command('k1', [['a']]), command('k2', [['a']])];
    const counts: number[] = [];
    const last: ChooseIndex = (count) => {
      counts.push(count);
      return count - 1;
    };
    expect(chosen(wanted([['a']]), registry(commands, clusters), last)).toEqual(['k2', 'c2']);
    expect(counts).toEqual([2, 2]);
  });

  it('does not ask for a choice of one', () => {
    const refuse: ChooseIndex = () => {
      throw new Error('asked');
    };
    expect(chosen(wanted([['a']]), registry([command('k', [['a']])], [cluster('c', ['a'])]), refuse)).toEqual(
      ['k', 'c'],
    );
  });

  it('explains what it looked at', () => {
    const commands = [command('k1', [['a']]), command('k2', [['none']])];
    const { explanation } = select(wanted([['a']]), registry(commands, [cluster('c', ['a'])]), first);
    expect(explanation).toEqual({
      matchingCommands: 2,
      commands: [
        { id: 'k1', name: 'k1', criterion: { ...criterionOfTags(['a']), status: 'UP' }, clusters: ['c'] },
        { id: 'k2', name: 'k2', criterion: null, clusters: [] },
      ],
    });
  });
});
