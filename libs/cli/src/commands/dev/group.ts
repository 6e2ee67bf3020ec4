import { AS_IT_IS, type RegisterGroup } from '../../session/portolan-command.ts';
import { runProgram } from '../../system/run-program.ts';

/** `portolan dev`. */
export const register: RegisterGroup = (group) => {
  group
    .command('start')
    .description(
      'Start everything (MySQL, Redis, the services, the console, the examples) and run until Ctrl-C.',
    )
    .option('--detach', 'return when all is ready')
    .examples('portolan dev start', 'PORTOLAN_PORT_OFFSET=100 portolan dev start --detach')
    .sessionAction(
      ({ io }, { detach }: { detach?: boolean }) => runProgram('start', detach ? ['--detach'] : [], io),
      AS_IT_IS,
    );

  group
    .command('stop')
    .description('End everything that dev start has started; the data stay.')
    .examples('portolan dev stop')
    .sessionAction(({ io }) => runProgram('stop', [], io), AS_IT_IS);

  group
    .command('reset')
    .description('Stop everything and remove its data.')
    .option('-y, --yes', 'do not ask for confirmation')
    .examples('portolan dev reset --yes')
    .sessionAction(
      ({ io }, { yes }: { yes?: boolean }) => runProgram('reset', yes ? ['--yes'] : [], io),
      AS_IT_IS,
    );

  group
    .command('status')
    .description('List what runs, with addresses; exit with 1 unless all is ready.')
    .examples('portolan dev status')
    .sessionAction(({ io }) => runProgram('status', [], io), AS_IT_IS);
};
