import type { RegisterGroup } from '../../session/portolan-command.ts';
import { registerDiff } from './diff.ts';
import { registerExport, registerReads } from './reads.ts';
import { registerSql } from './sql.ts';
import { registerWatch } from './watch.ts';
import { registerWhoChanged, registerWhoHad } from './who.ts';

/** `portolan history`. */
export const register: RegisterGroup = (group) => {
  registerReads(group);
  registerDiff(group);
  registerWatch(group);
  registerWhoChanged(group);
  registerWhoHad(group);
  registerExport(group);
  registerSql(group);
};
