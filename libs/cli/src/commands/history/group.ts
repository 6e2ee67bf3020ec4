import type { RegisterGroup } from '../../session/cli.ts';
import { registerDiff } from './diff.ts';
import { registerExport } from './export.ts';
import { registerReads } from './reads.ts';
import { registerSql } from './sql.ts';
import { registerWatch } from './watch.ts';
import { registerWhoChanged } from './who-changed.ts';
import { registerWhoHad } from './who-had.ts';

/** `portolan history`. */
export const register: RegisterGroup = (group, cli) => {
  registerReads(group, cli);
  registerDiff(group, cli);
  registerWatch(group, cli);
  registerWhoChanged(group, cli);
  registerWhoHad(group, cli);
  registerExport(group, cli);
  registerSql(group, cli);
};
