import { AS_IT_IS, examples, type RegisterGroup } from '../../session/cli.ts';
import { runProgram } from '../../system/run-program.ts';

/** `portolan dev`. */
export const register: RegisterGroup = (group, cli) => {
  const start = group
    .command('start')
    .description(
      'Start everything (MySQL, Redis, the services, the console, the examples) and run until Ctrl-C.',
    )
    .option('--detach', 'return when all is ready');
  start.action(
    cli.action(
      ({ io }, { detach }: { detach?: boolean }) => runProgram('start', detach ? ['--detach'] : [], io),
      AS_IT_IS,
    ),
  );
  examples(start, 'portolan dev start', 'PORTOLAN_PORT_OFFSET=100 portolan dev start --detach');

  const stop = group.command('stop').description('End everything that dev start has started; the data stay.');
  stop.action(cli.action(({ io }) => runProgram('stop', [], io), AS_IT_IS));
  examples(stop, 'portolan dev stop');

  const reset = group
    .command('reset')
    .description('Stop everything and remove its data.')
    .option('-y, --yes', 'do not ask for confirmation');
  reset.action(
    cli.action(
      ({ io }, { yes }: { yes?: boolean }) => runProgram('reset', yes ? ['--yes'] : [], io),
      AS_IT_IS,
    ),
  );
  examples(reset, 'portolan dev reset --yes');

  const status = group
    .command('status')
    .description('List what runs, with addresses; exit with 1 unless all is ready.');
  status.action(cli.action(({ io }) => runProgram('status', [], io), AS_IT_IS));
  examples(status, 'portolan dev status');
};
