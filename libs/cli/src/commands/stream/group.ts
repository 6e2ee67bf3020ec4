import type { RegisterGroup } from '../../session/cli.ts';
import { registerChanges } from './changes.ts';
import { registerClusters } from './clusters.ts';
import { registerEvents } from './events.ts';
import { registerLogs } from './logs.ts';
import { registerPack } from './pack.ts';
import { registerReads } from './reads.ts';
import { registerStart } from './start.ts';
import { registerTail } from './tail.ts';

/** `portolan stream`. */
export const register: RegisterGroup = (group, cli) => {
  registerStart(group, cli);
  registerReads(group, cli);
  registerEvents(group, cli);
  registerLogs(group, cli);
  registerTail(group, cli);
  registerChanges(group, cli);
  registerClusters(group, cli);
  registerPack(group, cli);
};
