import { join } from 'node:path';
import type { RunAs } from '../accounts/run-as';
import { LaunchFailed } from '../launch-directory/launch-failed';

/** The process of a launch; known once its directory is prepared. */
export interface PreparedLaunch {
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Account of the process, undefined for the node's; the wrapper keeps the node's account. */
  runAs?: RunAs | undefined;
  /** The process first joins its control group by writing 0 to each of these. */
  cgroupFiles?: readonly string[];
  /** Further variables are in a file of the wrapper: see `provideSecrets`. */
  secretVariables?: boolean;
}

/** Inputs of one launch's wrapper script. */
export interface WrapperPlan extends PreparedLaunch {
  launchId: string;
  /** Directory of the wrapper's own files. */
  control: string;
  /** Directory of the launch, private to the node until the script admits the user of the process. */
  launch: string;
  directory: string;
  /** Only for launches that end with the lease (`isLeaseBound`): ends the process when the lease is no longer renewed. */
  guard?: LeaseGuard | undefined;
}

/** How a wrapper watches the lease, independently of the node, which may be frozen or gone. */
export interface LeaseGuard {
  /** The text of this file changes with every renewal. */
  leaseFile: string;
  leaseMs: number;
  killGraceMs: number;
}

/** Kernel limit of one argument or variable. */
const MAX_STRING_BYTES = 128 * 1024 - 1;

/**
 * Returns the script that runs one launch in its own session. The script ignores TERM (the process does not), to
 * record how the process ends. It opens the output files while only the node can reach them, and admits the user of
 * the process right before the process replaces the node's shell. Its files:
 * - `started`: pid, start ticks and boot of the wrapper. Only one script can create the file, so that nothing starts twice;
 * while it is empty, its script is about to write it, and a slow start is not taken for a dead one;
 * - `child`: pid of the process; the file's time is the start;
 * - `exit`: exit code; the file's time is the end;
 * - `lease-lost`: the guard ended the process.
 * At the end every remaining process of the launch is killed, the script's own session last. The node does that with
 * one process scan for all its launches. The script does it when descriptor 9, whose other end only the node holds,
 * shows that the node is gone (or the exit could not be reported).
 *
 * @throws LaunchFailed `startFailed` when the environment or the command cannot be passed to a process
 */
export function wrapperScript(plan: WrapperPlan): string {
  return `#!/bin/sh
control=${quote(plan.control)}
mark=${quote(`PORTOLAN_LAUNCH_ID=${plan.launchId}`)}
trap '' TERM INT HUP
exec 2>>"$control/wrapper.log"
identify() { set -- \${stat##*) }; shift 19; ticks=$1; }
read -r stat < "/proc/$$/stat"
identify
read -r boot < /proc/sys/kernel/random/boot_id
set -C
printf '%s %s %s\\n' "$$" "$ticks" "$boot" > "$control/started" || exit 75
set +C
kill_all() {
  for one in $(grep -lszFx "$mark" /proc/[0-9]*/environ); do
    one=\${one#/proc/}
    kill -KILL "\${one%/environ}"
  done
}
${plan.guard ? guardScript(plan.guard) : ''}(
  read -r self rest < /proc/self/stat
  printf '%s\\n' "$self" > "$control/child"
  trap - TERM INT HUP
  ${joinScript(plan.cgroupFiles ?? [])}${plan.secretVariables ? TAKE_SECRETS : ''}cd ${quote(plan.directory)} && ${admitUser(plan)}${executeLine(plan)}
) >>${quote(join(plan.directory, 'stdout'))} 2>>${quote(join(plan.directory, 'stderr'))} 9<&-
code=$?
printf '%s\\n' "$code" > "$control/exit" && read -r gone <&9
kill_all
kill_all
kill -KILL 0
`;
}

/** The guard also ends with its wrapper (`$$`, also in this subshell): other launches may keep the lease renewed for ever. */
function guardScript(guard: LeaseGuard): string {
  const intervalMs = Math.min(10_000, Math.max(100, guard.leaseMs / 12));
  const checks = Math.max(2, Math.ceil(guard.leaseMs / intervalMs));
  return `guard() {
  left=${checks} seen= born=$ticks
  while [ "$left" -gt 0 ]; do
    sleep ${seconds(intervalMs)}
    stat= now=
    read -r stat < "/proc/$$/stat"
    set -- \${stat##*) }
    if [ -e "$control/exit" ] || [ "$1" = Z ] || [ "\${20}" != "$born" ]; then
      kill_all
      kill_all
      exit
    fi
    read -r now < ${quote(guard.leaseFile)}
    if [ -n "$now" ] && [ "$now" != "$seen" ]; then seen=$now left=${checks}; else left=$((left - 1)); fi
  done
  : > "$control/lease-lost"
  kill -TERM 0
  sleep ${seconds(guard.killGraceMs)}
  kill_all
}
guard 9<&- &
`;
}

/** Exits rather than starting a process without its limits. */
const joinScript = (files: readonly string[]): string =>
  files.map((file) => `printf '0\\n' > ${quote(file)} || exit 75\n  `).join('');

/** Users can pass through the directory of a launch to their own files and see nothing else of it. */
const admitUser = ({ launch, runAs }: WrapperPlan): string =>
  runAs?.user ? `chmod 711 ${quote(launch)} && ` : '';

function executeLine(plan: WrapperPlan): string {
  const variables = Object.entries(plan.environment).map(([name, value]) => {
    if (!/^[^=\0-][^=\0]*$/.test(name) || value.includes('\0'))
      throw failed(
        `the environment variable ${JSON.stringify(name)} has a name or a value that a process cannot get`,
      );
    return checked(`${name}=${value}`, name);
  });
  const command = plan.command.map((argument) => checked(argument, 'an argument of the command'));
  // `env` would take a program with '=' in its name for a variable.
  const program = command[0]?.includes('=') ? ['sh', '-c', 'exec "$@"', 'sh', ...command] : command;
  const words = [...variables, ...program].map(quote);
  const start = plan.secretVariables
    ? ['env ${1:-} -i "PATH=$PATH" sh -c', quote(WITH_SECRETS), 'sh', ...words]
    : ['env ${1:-} -i', ...words];
  return ['exec', ...privileges(plan.runAs), ...start].join(' ');
}

/** Leaves no secrets on the disk: the process reads its variables from descriptor 8. */
const TAKE_SECRETS = `exec 8<"$control/secret-variables" || exit 75
  rm -f "$control/secret-variables"
  `;

/**
 * Runs as the user of the process, so that no program that is still the node gets a variable, and the values never
 * become arguments, which everybody on the machine can read. The shell executes the lines of {@link secretsScript}.
 */
const WITH_SECRETS = `set -- "$(command -v env)" "$@"; eval "$(cat <&8)"; exit 75`;

/** Returns what the shell of a launch reads from descriptor 8. @param variables names are identifiers */
export function secretsScript(variables: ReadonlyMap<string, string>): string {
  const lines = [...variables].map(([name, value]) => `export ${quote(checked(`${name}=${value}`, name))}\n`);
  return `unset PATH PWD OLDPWD SHLVL\n${lines.join('')}exec "$@" 8<&-\n`;
}

/** Numeric ids, because the lookup decided about exactly these. */
function privileges(runAs: RunAs | undefined): string[] {
  if (!runAs) return [];
  const { user, gid } = runAs;
  return user
    ? ['setpriv', `--reuid=${user.uid}`, `--regid=${gid}`, '--init-groups']
    : ['setpriv', `--regid=${gid}`, '--keep-groups'];
}

function checked(text: string, what: string): string {
  if (text.includes('\0')) throw failed(`${what} contains a NUL character`);
  if (Buffer.byteLength(text) > MAX_STRING_BYTES)
    throw failed(`${what} is longer than the kernel allows (${MAX_STRING_BYTES} bytes)`);
  return text;
}

const failed = (message: string): LaunchFailed => new LaunchFailed('startFailed', message, true);

/** Quotes a text as one word of a POSIX shell. */
export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const seconds = (ms: number): string => (ms / 1000).toFixed(3);
