import { refusalReason } from './refusal-text';

const none = { commands: [], clusters: [] };
const resource = (id: string, ...reasons: string[]) => ({ id, name: 'n', reasons });

describe('[V3-QUEUE-7] the reason of a selection that found nothing', () => {
  it.each([
    ['noCommand', none, 'no command is registered'],
    ['noCluster', none, 'no cluster is registered'],
    [
      'noCommand',
      { ...none, commands: [resource('spark', 'it lacks the tag a'), resource('old', 'x', 'y')] },
      'the command spark is closest, but it lacks the tag a',
    ],
    [
      'noCluster',
      { ...none, clusters: [resource('prod', '1', '2', '3', '4', '5')] },
      'the cluster prod is closest, but 1, 2, 3 and 2 more',
    ],
  ] as const)('%s of %j: %s', (outcome, others, text) =>
    expect(refusalReason(outcome, { commands: [...others.commands], clusters: [...others.clusters] })).toBe(
      text,
    ),
  );
});
