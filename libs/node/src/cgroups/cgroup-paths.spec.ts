import { ownFolder, parseCgroupMounts, parseOwnCgroups } from './cgroup-paths';

const V1 = {
  own: '8:pids:/\n4:memory:/batch/a b\n2:cpu,cpuacct:/batch\n1:name=systemd:/\n0::/\n',
  mounts: [
    '31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755',
    '32 31 0:29 / /sys/fs/cgroup/cpu\\040x rw,relatime shared:5 - cgroup cgroup rw,cpu,cpuacct',
    '36 31 0:33 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory',
    '40 31 0:37 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids',
    '42 31 0:39 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw',
  ].join('\n'),
};

describe('the node’s own groups', () => {
  const folders = (own: string, mounts: string): (string | undefined)[] => {
    const args = [parseOwnCgroups(own), parseCgroupMounts(mounts)] as const;
    return ['memory', 'pids', 'cpu', 'none', undefined].map((controller) => ownFolder(...args, controller));
  };

  it('are found in hierarchies of version 1', () => {
    expect(folders(V1.own, V1.mounts)).toEqual([
      '/sys/fs/cgroup/memory/batch/a b',
      '/sys/fs/cgroup/pids',
      '/sys/fs/cgroup/cpu x/batch',
      undefined,
      '/sys/fs/cgroup/unified',
    ]);
  });

  it('are found in the one hierarchy of version 2', () => {
    const mounts = '30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate';
    expect(folders('0::/system.slice/portolan.service\n', mounts)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      '/sys/fs/cgroup/system.slice/portolan.service',
    ]);
  });

  it('are found only inside the part of a hierarchy that a container sees', () => {
    const mounts = '36 31 0:33 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory';
    expect(folders('4:memory:/docker/abc\n', mounts)[0]).toBe('/sys/fs/cgroup/memory');
    expect(folders('4:memory:/docker/abc/x\n', mounts)[0]).toBe('/sys/fs/cgroup/memory/x');
    expect(folders('4:memory:/docker/abcd\n', mounts)[0]).toBeUndefined();
    expect(folders('4:memory:/../other\n', mounts.replace('/docker/abc', '/'))[0]).toBeUndefined();
  });

  it('are not found in other text', () => {
    expect(folders('', '')).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(parseOwnCgroups('nonsense\n1:x\n')).toEqual([]);
    expect(parseCgroupMounts('a - b\n\n - cgroup2\n')).toEqual([]);
  });
});
