import type { RegisterGroup } from '../../session/portolan-command.ts';
import { registerChanges } from './changes.ts';
import { registerClusters } from './clusters.ts';
import { registerEvents, registerLogs, registerTail } from './output.ts';
import { registerPack } from './pack.ts';
import { registerReads } from './reads.ts';
import { registerStart } from './start.ts';

/** `portolan stream`. */
export const register: RegisterGroup = (group) => {
  registerStart(group);
  registerReads(group);
  registerEvents(group);
  registerLogs(group);
  registerTail(group);
  registerChanges(group);
  registerClusters(group);
  registerPack(group);
};
