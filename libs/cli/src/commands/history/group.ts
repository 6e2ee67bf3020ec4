import type { RegisterGroup } from '../../session/portolan-command.ts';
import { registerDiff } from './diff.ts';
import { registerExport } from './export.ts';
import { registerReads } from './reads.ts';
import { registerSql } from './sql.ts';
import { registerWatch } from './watch.ts';
import { registerWhoChanged } from './who-changed.ts';
import { registerWhoHad } from './who-had.ts';

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
