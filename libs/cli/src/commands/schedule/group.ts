import type { RegisterGroup } from '../../session/portolan-command.ts';
import { registerActions } from './actions.ts';
import { registerRecords } from './records.ts';
import { registerTimes } from './times.ts';

/** `portolan schedule`. */
export const register: RegisterGroup = (group) => {
  registerRecords(group);
  registerActions(group);
  registerTimes(group);
};
