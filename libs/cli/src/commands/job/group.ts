import type { RegisterGroup } from '../../session/cli.ts';
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
export const register: RegisterGroup = (group, cli) => {
  registerSubmit(group, cli);
  registerList(group, cli);
  registerGet(group, cli);
  registerAttempts(group, cli);
  registerDependencies(group, cli);
  registerLogs(group, cli);
  registerFiles(group, cli);
  registerCopy(group, cli);
  registerKill(group, cli);
  registerRerun(group, cli);
  registerResolve(group, cli);
  registerWhy(group, cli);
  registerQueue(group, cli);
};
