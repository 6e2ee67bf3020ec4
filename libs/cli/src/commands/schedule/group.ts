import type { RegisterGroup } from '../../session/portolan-command.ts';
import { registerActions, registerTimes } from './actions.ts';
import { registerRecords } from './records.ts';

/** `portolan schedule`. */
export const register: RegisterGroup = (group) => {
  registerRecords(group);
  registerActions(group);
  registerTimes(group);
};
