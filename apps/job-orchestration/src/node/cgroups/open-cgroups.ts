import { readFileSync } from 'node:fs';
import { folderOfController, parseCgroupMounts, parseOwnCgroups, unifiedFolder } from './cgroup-paths';
import { CgroupsV1 } from './cgroup-v1';
import { CgroupsV2 } from './cgroup-v2';
import type { Cgroups } from './cgroups';

/**
 * Takes the control groups that this process may use: those of version 1 where memory and processes are counted there,
 * else those of version 2.
 *
 * @throws Error that says why there are none
 */
export function openCgroups(proc = '/proc/self'): Cgroups {
  const own = parseOwnCgroups(readFileSync(`${proc}/cgroup`, 'latin1'));
  const mounts = parseCgroupMounts(readFileSync(`${proc}/mountinfo`, 'latin1'));
  const [memory, pids, cpu] = ['memory', 'pids', 'cpu'].map((controller) =>
    folderOfController(controller, own, mounts),
  );
  if (memory !== undefined && pids !== undefined) return new CgroupsV1({ memory, pids, cpu });
  const unified = unifiedFolder(own, mounts);
  if (unified === undefined) throw new Error('no control groups are mounted here');
  return new CgroupsV2(unified);
}
