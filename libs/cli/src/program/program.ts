import { CommanderError, Option, type Command } from 'commander';
import { CONTEXT_SETTINGS, OUTPUTS } from '../config/settings.ts';
import { PortolanCommand, type Call, type RegisterGroup } from '../session/portolan-command.ts';

const GLOBAL_HINT = '\nEvery command takes the global options: see `portolan --help`.';

const optionOf = (field: string): string =>
  `--${field.replaceAll(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)} <value>`;

function globalOptions(program: Command): void {
  program
    .option('-o, --output <format>', `${OUTPUTS.join(', ')} [PORTOLAN_OUTPUT] (table)`)
    .option('--context <name>', 'context of the configuration [PORTOLAN_CONTEXT]')
    .option('--token <token>', 'bearer token; visible to other users of this machine [PORTOLAN_TOKEN]')
    .option('--no-color', 'no colours [NO_COLOR]');
  for (const { field, variable, about } of CONTEXT_SETTINGS)
    program.addOption(new Option(optionOf(field), `${about} [${variable}]`));
}

/** Options of all commands have one group in the help of the program; elsewhere a hint replaces them. */
function help(program: Command): void {
  program
    .configureHelp({
      sortSubcommands: false,
      // Descriptions stay beside their options at a terminal of 60 columns.
      minWidthToWrap: 20,
    })
    .addHelpText('afterAll', ({ command }) => (command === program ? '' : GLOBAL_HINT));
}

/** Builds the command with those groups loaded that the command line names. */
export async function buildProgram(call: Call): Promise<PortolanCommand> {
  const { io } = call;
  const program = new PortolanCommand(call, 'portolan')
    .description('Jobs, streams and the history of your cloud, from a terminal.')
    .version(call.version, '-V, --version', 'print the version')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: (text, write) =>
        write(text.replace(/^error: /, 'portolan: ').replace(' is invalid. ', ' is invalid: ')),
      getOutHelpWidth: () => io.stdout.columns ?? 100,
      getErrHelpWidth: () => io.stderr.columns ?? 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  globalOptions(program);
  help(program);
  program.examples(
    "portolan job submit --name hello --command type:bash --cluster type:shell --follow -- -c 'echo hello'",
    'portolan job list --status RUNNING --watch',
    'portolan history get view/instances/i-0db000001 --at 2026-10-07T12:00:00Z',
    'portolan stream tail sine-stream',
  );
  for (const { name, about, load } of GROUPS) {
    const group = program.command(name).description(about).helpCommand(false);
    if (!call.words.includes(name)) continue;
    const { register } = await load();
    register(group);
  }
  inherit(program);
  return program;
}

/** Settings that commander copies only to commands made by `command()`, and the way from a wrong command line to its help. */
function inherit(group: Command, path = group.name()): void {
  group.showHelpAfterError(`  \`${path} --help\` shows what is right`);
  for (const command of group.commands) {
    command.copyInheritedSettings(group);
    inherit(command, `${path} ${command.name()}`);
  }
}

export const isUsageFailure = (error: unknown): error is CommanderError => error instanceof CommanderError;

/** A group of commands whose code is loaded when it is called. */
export interface Group {
  name: string;
  about: string;
  load: () => Promise<{ register: RegisterGroup }>;
}

/** The groups, in the order of the help. */
export const GROUPS: readonly Group[] = [
  {
    name: 'job',
    about: 'Submit jobs, follow them, get their files, explain them',
    load: () => import('../commands/job/group.ts'),
  },
  {
    name: 'array',
    about: 'Show the progress of an array of jobs, rerun its failed elements',
    load: () => import('../commands/array/group.ts'),
  },
  {
    name: 'schedule',
    about: 'Run jobs at given times',
    load: () => import('../commands/schedule/group.ts'),
  },
  {
    name: 'cluster',
    about: 'Register clusters of job orchestration',
    load: () => import('../commands/cluster/group.ts'),
  },
  {
    name: 'command',
    about: 'Register commands of job orchestration',
    load: () => import('../commands/command/group.ts'),
  },
  {
    name: 'application',
    about: 'Register applications that commands need',
    load: () => import('../commands/application/group.ts'),
  },
  {
    name: 'node',
    about: 'See and drain the nodes that run work',
    load: () => import('../commands/node/group.ts'),
  },
  {
    name: 'history',
    about: 'Query what your cloud looked like at any time',
    load: () => import('../commands/history/group.ts'),
  },
  {
    name: 'stream',
    about: 'Run streaming jobs and read their output',
    load: () => import('../commands/stream/group.ts'),
  },
  {
    name: 'context',
    about: 'Choose an installation and log in',
    load: () => import('../commands/context/group.ts'),
  },
  {
    name: 'dev',
    about: 'Run the whole system on this machine',
    load: () => import('../commands/dev/group.ts'),
  },
  {
    name: 'completion',
    about: 'Complete commands, ids and names in your shell',
    load: () => import('../commands/completion/group.ts'),
  },
];
