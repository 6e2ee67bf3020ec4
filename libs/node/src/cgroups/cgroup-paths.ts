interface OwnCgroup {
  /** Controllers of version 1; empty for the single hierarchy of version 2. */
  controllers: readonly string[];
  path: string;
}

interface CgroupMount {
  version: 1 | 2;
  /** Controllers of version 1; version 2 lists them in a file. */
  controllers: readonly string[];
  /** Path inside the hierarchy that the mount point shows: not `/` in many containers. */
  root: string;
  mountPoint: string;
}

export function parseOwnCgroups(text: string): OwnCgroup[] {
  return text.split('\n').flatMap((line) => {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) return [];
    return [{ controllers: controllers.split(',').filter(Boolean), path }];
  });
}

/** Reads the mounts of control groups from `/proc/<pid>/mountinfo`. */
export function parseCgroupMounts(text: string): CgroupMount[] {
  return text.split('\n').flatMap((line) => {
    const [mount = '', filesystem = ''] = line.split(' - ');
    const [, , , root, mountPoint] = mount.split(' ');
    const [type, , options = ''] = filesystem.split(' ');
    if (!root || !mountPoint || (type !== 'cgroup' && type !== 'cgroup2')) return [];
    const version = type === 'cgroup' ? 1 : 2;
    const controllers = version === 1 ? options.split(',') : [];
    return [{ version, controllers, root: unescaped(root), mountPoint: unescaped(mountPoint) }];
  });
}

/** Returns the folder of the own group: version 1 for a controller, else version 2; undefined outside the mounts. */
export function ownFolder(
  own: readonly OwnCgroup[],
  mounts: readonly CgroupMount[],
  controller?: string,
): string | undefined {
  const matches = (version: 1 | 2, { controllers }: { controllers: readonly string[] }): boolean =>
    controller === undefined ? version === 2 : version === 1 && controllers.includes(controller);
  const group = own.find((one) => matches(one.controllers.length === 0 ? 2 : 1, one));
  const mount = mounts.find((one) => matches(one.version, one));
  if (!group || !mount) return undefined;
  const base = mount.root === '/' ? '' : mount.root;
  if (group.path !== base && !group.path.startsWith(`${base}/`)) return undefined;
  const below = group.path.slice(base.length);
  return below.startsWith('/..') ? undefined : `${mount.mountPoint}${below}`.replace(/\/$/, '');
}

/** The kernel writes blanks and some other characters as octal escapes. */
const unescaped = (path: string): string =>
  path.replace(/\\([0-7]{3})/g, (_all, digits: string) => String.fromCharCode(parseInt(digits, 8)));
