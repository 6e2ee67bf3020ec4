import { oomKills } from './memory-limits';

const files =
  (content: Record<string, string>) =>
  (path: string): string => {
    const text = content[path];
    if (text === undefined) throw new Error(`no ${path}`);
    return text;
  };

describe('processes that the kernel killed for the memory of the node', () => {
  it.each<[string, Record<string, string>, number | undefined]>([
    [
      'version 1, its own group',
      {
        '/proc/self/cgroup': '5:pids:/\n4:memory:/node.service\n0::/other',
        '/sys/fs/cgroup/memory/node.service/memory.oom_control':
          'oom_kill_disable 0\nunder_oom 0\noom_kill 3\n',
        '/sys/fs/cgroup/memory/memory.oom_control': 'oom_kill 9\n',
      },
      3,
    ],
    [
      'version 1 in a container, which sees its group as the root',
      {
        '/proc/self/cgroup': '4:memory:/kubepods/x\n',
        '/sys/fs/cgroup/memory/memory.oom_control': 'under_oom 0\noom_kill 2\n',
      },
      2,
    ],
    [
      'version 2',
      {
        '/proc/self/cgroup': '0::/system.slice/node.service\n',
        '/sys/fs/cgroup/system.slice/node.service/memory.events':
          'low 0\noom 4\noom_kill 1\noom_group_kill 0\n',
      },
      1,
    ],
    [
      'version 2 in a container',
      { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/memory.events': 'oom 0\noom_kill 0\n' },
      0,
    ],
    ['neither', {}, undefined],
  ])('%s', (_what, content, count) => expect(oomKills(files(content))).toBe(count));
});
