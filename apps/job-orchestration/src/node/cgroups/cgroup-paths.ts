/** Where a process is in one hierarchy of control groups. */
export interface OwnCgroup {
  /** Of version 1; none for the one hierarchy of version 2. */
  controllers: readonly string[];
  path: string;
}

/** One mounted hierarchy. */
export interface CgroupMount {
  version: 1 | 2;
  /** Of version 1; version 2 names them in a file. */
  controllers: readonly string[];
  /** Path of the hierarchy that is seen at the mount point: not `/` in many containers. */
  root: string;
  mountPoint: string;
}

/** Reads `/proc/<pid>/cgroup`. */
export function parseOwnCgroups(text: string): OwnCgroup[] {
  return text.split('\n').flatMap((line) => {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    return controllers === undefined || path === undefined
      ? []
      : [{ controllers: controllers.split(',').filter(Boolean), path }];
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

/** The folder of the process's own group for a controller of version 1. @returns undefined when it is not mounted here */
export function folderOfController(
  controller: string,
  own: readonly OwnCgroup[],
  mounts: readonly CgroupMount[],
): string | undefined {
  const group = own.find(({ controllers }) => controllers.includes(controller));
  const mount = mounts.find(({ version, controllers }) => version === 1 && controllers.includes(controller));
  return group && mount && folderIn(mount, group.path);
}

/** The folder of the process's own group of version 2. @returns undefined when it is not mounted here */
export function unifiedFolder(own: readonly OwnCgroup[], mounts: readonly CgroupMount[]): string | undefined {
  const group = own.find(({ controllers }) => controllers.length === 0);
  const mount = mounts.find(({ version }) => version === 2);
  return group && mount && folderIn(mount, group.path);
}

/** @returns undefined for a group outside of what is mounted */
function folderIn({ root, mountPoint }: CgroupMount, path: string): string | undefined {
  const base = root === '/' ? '' : root;
  if (path !== base && !path.startsWith(`${base}/`)) return undefined;
  const below = path.slice(base.length);
  return below.startsWith('/..') ? undefined : `${mountPoint}${below}`.replace(/\/$/, '');
}

/** Blanks and the like are octal in the kernel's tables. */
const unescaped = (path: string): string =>
  path.replace(/\\([0-7]{3})/g, (_all, digits: string) => String.fromCharCode(parseInt(digits, 8)));
