import type { RegisterGroup } from '../../session/cli.ts';
import { registerActions } from './actions.ts';
import { registerRecords } from './records.ts';
import { registerTimes } from './times.ts';

/** `portolan schedule`. */
export const register: RegisterGroup = (group, cli) => {
  registerRecords(group, cli);
  registerActions(group, cli);
  registerTimes(group, cli);
};
