import type { RegisterGroup } from '../../session/portolan-command.ts';
import { registerAttempts, registerDependencies, registerGet, registerList, registerQueue } from './reads.ts';
import { registerCopy } from './cp.ts';
import { registerFiles } from './files.ts';
import { registerKill, registerRerun } from './kill.ts';
import { registerLogs } from './logs.ts';
import { registerResolve, registerSubmit } from './submit.ts';
import { registerWhy } from './why.ts';

/** `portolan job`. */
export const register: RegisterGroup = (group) => {
  registerSubmit(group);
  registerList(group);
  registerGet(group);
  registerAttempts(group);
  registerDependencies(group);
  registerLogs(group);
  registerFiles(group);
  registerCopy(group);
  registerKill(group);
  registerRerun(group);
  registerResolve(group);
  registerWhy(group);
  registerQueue(group);
};
