import type { JobSubmission } from '@portolan/client-jobs';
import { readObject } from '../../input/document.ts';
import { optionalFileOf } from '../../input/file-operand.ts';
import { several, wholeNumber } from '../../input/values.ts';
import { jobRequest, type JobFlags } from '../../jobs/job-request.ts';
import { noteUnknownFields, type Kinds } from '../../session/note-unknown-fields.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import type { Session } from '../../session/session.ts';
import { usageError } from '../../failure/cli-error.ts';

/** Adds the arguments and options that describe a job. */
export function describesJob(command: PortolanCommand): PortolanCommand {
  return command
    .usage('[options] [file] [-- arguments of the command]')
    .argument(
      '[file...]',
      'the request as YAML or JSON; - for standard input. After --: arguments of the command',
    )
    .option('-f, --file <file>', 'the same as the argument')
    .option('--name <name>', 'name of the job')
    .option('--command <tags>', 'tags that the command must have: type:bash')
    .option('--cluster <tags>', 'tags that the cluster must have; repeatable, the first match wins', several)
    .option('--application <id>', 'application to use instead of those of the command; repeatable', several)
    .option('--id <id>', 'id of the job; generated when omitted')
    .option('--job-version <version>', 'version of the job (1)')
    .option('--description <text>', 'what the job is for')
    .option('--tag <tag>', 'tag of the job; repeatable', several)
    .option('--memory <mb>', 'memory, MB', wholeNumber(1))
    .option('--cpu <cores>', 'cores', wholeNumber(1))
    .option('--timeout <seconds>', 'maximum run time', wholeNumber(1))
    .option(
      '--priority <n>',
      'from -100 to 100: the order among your own waiting jobs (0)',
      wholeNumber(-100),
    )
    .option('--config <url>', 'configuration file to download; repeatable', several)
    .option('--dependency <url>', 'file to download; repeatable', several)
    .option('--setup-file <url>', 'script to source before the command')
    .option(
      '--secret <name=ref>',
      'environment variable, and its reference at a secret provider of the node; repeatable',
      several,
    )
    .option('--group <group>', 'group of the user')
    .option('--email <address>', 'address to notify when the job has ended')
    .option('--grouping <text>', 'name of a group of jobs')
    .option('--grouping-instance <text>', 'one run of the group')
    .option('--array <size>', 'run once for each index from 0 to size - 1', wholeNumber(1))
    .option('--array-indexes <list>', 'only these indexes: 1,3,7-9')
    .option('--array-max <n>', 'elements that run at the same time', wholeNumber(1))
    .option(
      '--depends-on <id>',
      'job whose success to wait for; id:finished or id:failed for another end; repeatable',
      several,
    )
    .option('--retry <limit>', 'further attempts after a failure', wholeNumber(0))
    .option('--retry-on <causes>', 'failures to retry: lost, memory, timeout, setup, exit (lost)', several)
    .option('--retry-delay <seconds>', 'pause before the second attempt (10)', wholeNumber(0));
}

const JOB_REQUEST: Kinds = { api: 'jobs', schemas: ['JobSubmission', 'JobRequestView'] };

/** Returns the request that file, options and arguments describe. */
export async function requestOf(
  session: Session,
  { file: operand, args }: Operands,
  flags: JobFlags,
): Promise<JobSubmission> {
  const file = optionalFileOf(operand, flags);
  const document = file === undefined ? undefined : await readObject(session.io, file);
  if (file !== undefined) noteUnknownFields(session, JOB_REQUEST, file, document);
  const request = jobRequest(document, flags, args, session.settings.user);
  // A user that is named on the command line wins over the file.
  return session.options.user === undefined ? request : { ...request, user: session.options.user };
}

/** The operands of a command that describes a job. */
export interface Operands {
  file: string | undefined;
  /** The words after `--`. */
  args: readonly string[];
}

/**
 * Separates the file from the arguments of the job's command, which follow `--`.
 * @param words the whole command line: the parser does not report the position of `--`
 * @param found operands as the parser found them
 * @throws CliError for a second file
 */
export function operandsOf(words: readonly string[], found: readonly string[]): Operands {
  const dashes = words.indexOf('--');
  const behind = dashes < 0 ? 0 : words.length - dashes - 1;
  const before = found.slice(0, found.length - behind);
  const [file, second] = before;
  if (second !== undefined)
    throw usageError(
      `one file is enough, got ${second}, too`,
      "arguments of the job's command stand after --",
    );
  return { file, args: found.slice(before.length) };
}
