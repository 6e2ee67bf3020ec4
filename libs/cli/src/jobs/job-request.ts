import type { JobSubmission } from '@portolan/client-jobs';
import { usageError } from '../failure/cli-error.ts';
import { closest } from '../input/closest.ts';
import { words } from '../input/values.ts';

/** The flags that describe a job; those that are given win over the file. */
export interface JobFlags {
  name?: string;
  id?: string;
  jobVersion?: string;
  description?: string;
  command?: string;
  cluster?: string[];
  application?: string[];
  tag?: string[];
  memory?: number;
  cpu?: number;
  timeout?: number;
  priority?: number;
  group?: string;
  email?: string;
  grouping?: string;
  groupingInstance?: string;
  config?: string[];
  dependency?: string[];
  setupFile?: string;
  secret?: string[];
  array?: number;
  arrayIndexes?: string;
  arrayMax?: number;
  file?: string;
  dependsOn?: string[];
  retry?: number;
  retryOn?: string[];
  retryDelay?: number;
}

const CONDITIONS = ['succeeded', 'finished', 'failed'] as const;

/** `ID` or `ID:condition`. @throws CliError for an unknown condition: the job would wait for an id that probably no job has */
function dependency(text: string): { id: string; condition?: (typeof CONDITIONS)[number] } {
  const condition = CONDITIONS.find((one) => text.endsWith(`:${one}`));
  if (condition) return { id: text.slice(0, -condition.length - 1), condition };
  const at = text.lastIndexOf(':');
  if (at < 0) return { id: text };
  const end = text.slice(at + 1);
  const meant = closest(end, CONDITIONS);
  throw usageError(
    `--depends-on ${text}: ${end === '' ? 'the end of a job is missing' : `${end} is no end of a job`}; ` +
      (meant ? `did you mean ${text.slice(0, at)}:${meant}?` : `expected one of ${CONDITIONS.join(', ')}`),
    `a job whose id ends so is ${text}:succeeded`,
  );
}

function secret(text: string): { name: string; ref: string } {
  const at = text.indexOf('=');
  if (at < 1) throw usageError(`--secret ${text}: expected NAME=provider:reference`);
  return { name: text.slice(0, at), ref: text.slice(at + 1) };
}

const RETRY_CAUSES = ['lost', 'memory', 'timeout', 'setup', 'exit'] as const;
type RetryCause = (typeof RETRY_CAUSES)[number];

function retryCause(text: string): RetryCause {
  const cause = RETRY_CAUSES.find((one) => one === text);
  if (!cause) throw usageError(`--retry-on ${text}: expected one of ${RETRY_CAUSES.join(', ')}`);
  return cause;
}

/** Returns the fields that flags set; absent ones are left out. */
function fieldsOf(flags: JobFlags): Partial<JobSubmission> {
  const fields: Partial<Record<keyof JobSubmission, unknown>> = {
    id: flags.id,
    name: flags.name,
    version: flags.jobVersion,
    description: flags.description,
    commandCriteria: flags.command === undefined ? undefined : words(flags.command),
    clusterCriterias: flags.cluster?.map((tags) => ({ tags: words(tags) })),
    applications: flags.application,
    tags: flags.tag?.flatMap(words),
    memory: flags.memory,
    cpu: flags.cpu,
    timeout: flags.timeout,
    priority: flags.priority,
    group: flags.group,
    email: flags.email,
    grouping: flags.grouping,
    groupingInstance: flags.groupingInstance,
    configs: flags.config,
    dependencies: flags.dependency,
    setupFile: flags.setupFile,
    secrets: flags.secret?.map(secret),
    dependsOn: flags.dependsOn?.map(dependency),
    array: arrayOf(flags),
    retry: retryOf(flags),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function arrayOf({ array, arrayIndexes, arrayMax }: JobFlags): JobSubmission['array'] {
  if (array !== undefined)
    return {
      size: array,
      ...(arrayIndexes !== undefined && { indexes: arrayIndexes }),
      ...(arrayMax !== undefined && { maxRunning: arrayMax }),
    };
  if (arrayIndexes !== undefined || arrayMax !== undefined)
    throw usageError(
      '--array-indexes and --array-max need --array',
      'for example: --array 100 --array-max 10',
    );
  return undefined;
}

function retryOf({ retry, retryOn, retryDelay }: JobFlags): JobSubmission['retry'] {
  if (retry !== undefined)
    return {
      limit: retry,
      ...(retryOn && { on: retryOn.flatMap(words).map(retryCause) }),
      ...(retryDelay !== undefined && { delaySeconds: retryDelay }),
    };
  if (retryOn || retryDelay !== undefined)
    throw usageError('--retry-on and --retry-delay need --retry', 'for example: --retry 3 --retry-on exit');
  return undefined;
}

const PLAIN = /^[\w@%+=:,./-]+$/;

/** Returns a word for the shell line of the job, which the node's shell passes on as it is. */
const quoted = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

const REQUIRED = [
  { field: 'name', option: '--name report' },
  { field: 'commandCriteria', option: '--command type:bash' },
  { field: 'clusterCriterias', option: '--cluster type:shell' },
] as const;

/**
 * Returns the request that a file and flags describe.
 * @param file the content of the file, if there is one
 * @param args the words after `--`: arguments of the command, as they are
 * @param user owner unless the file names one
 * @throws CliError that names the missing fields
 */
export function jobRequest(
  file: Record<string, unknown> | undefined,
  flags: JobFlags,
  args: readonly string[],
  user: string,
): JobSubmission {
  const fields: Partial<JobSubmission> = {
    user,
    version: '1',
    ...file,
    ...fieldsOf(flags),
    ...(args.length > 0 && { commandArgs: args.map(quoted).join(' ') }),
  };
  // The service prefers this field to the other.
  if (args.length > 0) delete fields.commandArguments;
  const missing = REQUIRED.filter(({ field }) => fields[field] === undefined);
  if (missing.length > 0)
    throw usageError(
      `the job has no ${missing.map(({ field }) => field).join(', ')}`,
      `give them in a file, or for example as ${missing.map(({ option }) => option).join(' ')}`,
    );
  return fields as JobSubmission;
}
