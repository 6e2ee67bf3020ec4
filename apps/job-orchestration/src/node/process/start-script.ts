import { join } from 'node:path';
import type { RunAs } from '../accounts/run-as';

/** What one launch's process is started with. */
export interface StartPlan {
  launchId: string;
  /** Directory of the wrapper's own files. */
  control: string;
  /** Directory of the launch, which only the node gets into until the script lets the user of the process in. */
  launch: string;
  /** Directory that the process starts in. */
  directory: string;
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Whom the process runs as; the wrapper stays what the node is. */
  runAs?: RunAs | undefined;
  /** The process joins its control group by writing 0 to each of these before it does anything else. */
  cgroupFiles?: readonly string[];
  /** More variables are in a file of the wrapper's: see `provideSecrets`. */
  secretVariables?: boolean;
  /** Only for streaming workers: end the process when the lease is not renewed any more. */
  guard?: LeaseGuard;
}

/** How a worker's wrapper watches the lease by itself, so that it also works when the node is frozen or gone. */
export interface LeaseGuard {
  /** Its text changes with every renewal. */
  leaseFile: string;
  leaseMs: number;
  killGraceMs: number;
}

/** The kernel takes no longer argument or variable. */
const MAX_STRING_BYTES = 128 * 1024 - 1;

/**
 * The script that runs one launch in its own session. It ignores TERM (the process doesn't), so that it is
 * there to record how the process ended. The output files of the process are opened while nobody but the node gets to
 * them; the user of the process is let in right before the process takes the place of the node's shell:
 *
 * - `started`: pid, start ticks and boot of the wrapper; a link, which is there whole or not at all and is made
 *   only once, so nothing starts twice and nobody takes a slow start for a dead one;
 * - `child`: pid of the process; the file's time is when it started;
 * - `exit`: exit code; the file's time is when it ended;
 * - `lease-lost`: the guard ended it.
 *
 * At the end whatever is left of the launch is killed, the script's own session last. The node does that, which looks
 * at all processes for all its launches together; the script does it by itself when descriptor 9, which only the node
 * holds at the other end, says that the node is gone (or could not be told of the exit).
 *
 * @throws Error when the environment can't be given to a process.
 */
export function startScript(plan: StartPlan): string {
  return `#!/bin/sh
control=${quote(plan.control)}
mark=${quote(`PORTOLAN_LAUNCH_ID=${plan.launchId}`)}
trap '' TERM INT HUP
exec 2>>"$control/wrapper.log"
identify() { set -- \${stat##*) }; shift 19; ticks=$1; }
read -r stat < "/proc/$$/stat"
identify
read -r boot < /proc/sys/kernel/random/boot_id
printf '%s %s %s\\n' "$$" "$ticks" "$boot" > "$control/started.$$"
ln "$control/started.$$" "$control/started" || exit 75
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
  ${joinScript(plan.cgroupFiles ?? [])}${plan.secretVariables ? TAKE_SECRETS : ''}cd ${quote(plan.directory)} && ${letIn(plan)}${executeLine(plan)}
) >>${quote(join(plan.directory, 'stdout'))} 2>>${quote(join(plan.directory, 'stderr'))} 9<&-
code=$?
printf '%s\\n' "$code" > "$control/exit" && read -r gone <&9
kill_all
kill_all
kill -KILL 0
`;
}

/**
 * The guard ends with its launch, too: the lease is renewed for as long as the node has others, so it would wait for ever
 * when the wrapper (`$$`, also in here) was killed.
 */
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

/** A process that its limits would not hold is not started. */
const joinScript = (files: readonly string[]): string =>
  files.map((file) => `printf '0\\n' > ${quote(file)} || exit 75\n  `).join('');

/** Users get through the directory of a launch, to what is theirs, and see nothing else of it. */
const letIn = ({ launch, runAs }: StartPlan): string => (runAs?.user ? `chmod 711 ${quote(launch)} && ` : '');

function executeLine(plan: StartPlan): string {
  const variables = Object.entries(plan.environment).map(([name, value]) => {
    if (!/^[^=\0-][^=\0]*$/.test(name) || value.includes('\0'))
      throw new Error(`no environment variable can be called ${JSON.stringify(name)} or have its value`);
    return checked(`${name}=${value}`, name);
  });
  const command = plan.command.map((argument) => checked(argument, 'an argument of the command'));
  // `env` would take a program with '=' in its name for a variable.
  const program = command[0]?.includes('=') ? ['sh', '-c', 'exec "$@"', 'sh', ...command] : command;
  const words = [...variables, ...program].map(quote);
  const start = plan.secretVariables
    ? ['env -i "PATH=$PATH" sh -c', quote(WITH_SECRETS), 'sh', ...words]
    : ['env -i', ...words];
  return ['exec', ...privileges(plan.runAs), ...start].join(' ');
}

/** Leaves nothing of the secrets on the disk: the process that gets them reads them from descriptor 8. */
const TAKE_SECRETS = `exec 8<"$control/secret-variables" || exit 75
  rm -f "$control/secret-variables"
  `;

/**
 * Runs as the user of the process, so that no variable reaches a program that is still the node, and the values are never
 * arguments, which everybody on the machine can read. What is read becomes the process: see {@link secretsScript}.
 */
const WITH_SECRETS = `set -- "$(command -v env)" "$@"; eval "$(cat <&8)"; exit 75`;

/**
 * Returns the lines that the shell of a launch reads from descriptor 8: it drops its own variables and becomes the process.
 *
 * @param variables their names are identifiers
 */
export function secretsScript(variables: ReadonlyMap<string, string>): string {
  const lines = [...variables].map(([name, value]) => `export ${name}=${quote(value)}\n`);
  return `unset PATH PWD OLDPWD SHLVL\n${lines.join('')}exec "$@" 8<&-\n`;
}

/** Numbers, not names: what was looked up is what counts. */
function privileges(runAs: RunAs | undefined): string[] {
  if (!runAs) return [];
  const { user, gid } = runAs;
  return user
    ? ['setpriv', `--reuid=${user.uid}`, `--regid=${gid}`, '--init-groups']
    : ['setpriv', `--regid=${gid}`, '--keep-groups'];
}

function checked(text: string, what: string): string {
  if (text.includes('\0')) throw new Error(`${what} contains a NUL character`);
  if (Buffer.byteLength(text) > MAX_STRING_BYTES)
    throw new Error(`${what} is longer than a process can be given (${MAX_STRING_BYTES} bytes)`);
  return text;
}

/** A text as one word of a POSIX shell. */
export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const seconds = (ms: number): string => (ms / 1000).toFixed(3);
