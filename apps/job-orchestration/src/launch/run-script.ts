import type { JobFiles } from './job-files';

/** The parts of a job's run script. Paths are inside the job's directory. */
export interface RunScript extends Omit<JobFiles, 'files'> {
  environment: Readonly<Record<string, string>>;
  /** Lines that follow the variables. */
  also?: readonly string[];
  /** Executable and its arguments. */
  executable: readonly string[];
  commandArgs: string | null;
  /** Variables whose values are masked in the log of the environment. */
  secrets?: readonly string[];
  /** Variables omitted from this log; `*` stands for any characters. */
  hidden?: readonly string[];
}

/** While this file is in the job's directory, set-up has not been completed. */
export const SETUP_MARKER = '.portolan/setup_failed.txt';

/** Returns a word that the shell reads as exactly this text. NUL, which no word can contain, is removed. */
export const shellQuote = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;

/**
 * Returns the script that a node runs as the job (V3-RUN-5). Executable and arguments form one shell line
 * without quotes, because clients rely on its expansion. The exit code of that line is the exit code of the job.
 */
export function runScript(script: RunScript): string {
  const exported = Object.entries(script.environment)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `export ${name}=${shellQuote(value)}`);
  const setups = script.setups.flatMap(({ what, path }) => [
    `echo ${shellQuote(`Running setup script of ${what}`)}`,
    `source "\${PORTOLAN_JOB_DIR}/"${shellQuote(path)}`,
  ]);
  // Only these lines can fail: without them no mark is needed, whose removal takes a process.
  const steps = [...(script.also ?? []), '', ...setups];
  const isMarked = steps.length > 1;
  return `${[
    HEAD,
    exportDirectory('PORTOLAN_CLUSTER_DIR', script.clusterDirectory),
    exportDirectory('PORTOLAN_COMMAND_DIR', script.commandDirectory),
    exportDirectory('PORTOLAN_APPLICATION_DIR', script.applicationsDirectory),
    BEFORE_SETUP,
    ...exported,
    ...(isMarked ? [MARK, ...steps, UNMARK] : []),
    AFTER_SETUP,
    logEnvironment(script.secrets ?? [], script.hidden ?? []),
    [...script.executable, ...(script.commandArgs === null ? [] : [script.commandArgs])].join(' '),
  ].join('\n')}\n`;
}

const exportDirectory = (name: string, path: string): string =>
  `export ${name}="\${PORTOLAN_JOB_DIR}/"${shellQuote(path)}`;

const HEAD = `#!/usr/bin/env bash
set -o errexit -o nounset -o pipefail

# The node ends a job with TERM to all its processes, then KILL: wait for the command, and never report success. The command
# runs in the foreground: in the background it would ignore INT and QUIT.
trap "trap '' TERM INT HUP; exit 1" TERM INT HUP

[[ "\${BASH_SOURCE[0]}" != */* ]] || cd "\${BASH_SOURCE[0]%/*}/"
export PORTOLAN_JOB_DIR="\${PWD}"`;

const BEFORE_SETUP = `
[[ -d .portolan/logs ]] || mkdir -p .portolan/logs
exec 3>&1 4>&2
exec > .portolan/logs/setup.log 2>&1
`;

const MARK = `
# While this file is there, set-up has not been completed.
echo 'Job script failed during setup. See .portolan/logs/setup.log' > ${SETUP_MARKER}
`;

const UNMARK = `rm -f ${SETUP_MARKER}`;

const AFTER_SETUP = `
exec 1>&3 2>&4 3>&- 4>&-
`;

/** Masks replace the values in a subshell. */
function logEnvironment(secrets: readonly string[], hidden: readonly string[]): string {
  const masks = secrets.map((name) => `export ${name}='****'; `).join('');
  const without = hidden.length > 0 ? `${hide(hidden)} "\${portolan_hidden[@]}"` : '';
  const log = `${masks}${without === '' ? 'env' : without} | LC_ALL=C sort > .portolan/logs/env.log`;
  return `${masks === '' && without === '' ? log : `(${log})`}\n`;
}

/** Omits whole variables instead of lines: a value may have several lines. The last word is the command that prints the rest. */
const hide = (patterns: readonly string[]): string =>
  'portolan_hidden=(-u portolan_hidden); for name in $(compgen -e); do case "${name}" in ' +
  `${patterns.join('|')}) portolan_hidden+=(-u "\${name}") ;; esac; done; env`;
