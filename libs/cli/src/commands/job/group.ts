import type { RegisterGroup } from '../../session/portolan-command.ts';
import { registerAttempts } from './attempts.ts';
import { registerCopy } from './cp.ts';
import { registerDependencies } from './dependencies.ts';
import { registerFiles } from './files.ts';
import { registerGet } from './get.ts';
import { registerKill } from './kill.ts';
import { registerList } from './list.ts';
import { registerLogs } from './logs.ts';
import { registerQueue } from './queue.ts';
import { registerRerun } from './rerun.ts';
import { registerResolve } from './resolve.ts';
import { registerSubmit } from './submit.ts';
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
