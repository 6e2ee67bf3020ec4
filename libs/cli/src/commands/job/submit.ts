import { constants, openAsBlob } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Option } from 'commander';
import { type Attachment, type JobSubmission, resolveJob, type JobResolution } from '@portolan/client-jobs';
import { CliError, usageError, ExitCode } from '../../failure/cli-error.ts';
import { unreadable } from '../../input/document.ts';
import { several } from '../../input/values.ts';
import type { JobFlags } from '../../jobs/job-request.ts';
import { requireAdditions, submitOnce } from '../../jobs/submit-once.ts';
import { Progress } from '../../output/progress.ts';
import { AS_IT_IS, refuseOutput, type PortolanCommand } from '../../session/portolan-command.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import type { Session } from '../../session/session.ts';
import { followToEnd, waitToEnd } from './to-end.ts';
import { operandsOf, type Operands, describesJob, requestOf } from './request-options.ts';
import { oneLine } from '../../output/text.ts';

interface SubmitOptions extends JobFlags {
  attach?: string[];
  dryRun?: boolean;
  follow?: boolean;
  wait?: boolean;
}

export function registerSubmit(group: PortolanCommand): void {
  describesJob(group.command('submit'))
    .description('Submit a job; prints its id. A file and options may be combined: options win.')
    .option('--attach <file>', 'file to send along; repeatable', several)
    .addOption(
      new Option('--dry-run', 'print what would run where, and why; submits nothing').conflicts([
        'follow',
        'wait',
      ]),
    )
    .option(
      '--follow',
      "print the job's output as it comes; exits with the job's exit code, or 125 when the command itself fails",
    )
    .option('--wait', 'wait for the end of the job; exits as --follow does')
    .examples(
      "portolan job submit --name hello --command type:bash --cluster type:shell -- -c 'echo hello'",
      'portolan job submit nightly.yaml --follow',
      "portolan job submit --name wc --command type:bash --cluster type:shell --attach data.csv --follow -- -c 'wc -l data.csv'",
      "portolan job submit --name sweep --command type:bash --cluster type:shell --array 100 --array-max 10 -- -c 'echo $PORTOLAN_ARRAY_INDEX'",
      'portolan job submit report.json --depends-on "$EXTRACT" --retry 3 --retry-on exit,lost',
      'generate-request | portolan job submit - --dry-run',
    )
    .sessionAction(async (session, found: string[], options: SubmitOptions) =>
      submit(session, operandsOf(group.call.words, found), options),
    );
}

async function submit(
  session: Session,
  operands: Operands,
  options: SubmitOptions,
): Promise<number | undefined> {
  const api = jobsApi(session);
  const request = await requestOf(session, operands, options);
  const attachments = await Promise.all((options.attach ?? []).map((path) => attachment(session, path)));
  if (options.dryRun) return showResolution(session, request);
  const printsOutput = options.follow && !request.array;
  if (printsOutput) refuseOutput(session, 'job submit --follow', AS_IT_IS);
  await requireAdditions(api, request);
  const id = await upload(session, request, attachments);
  const { terminal, printer } = session;
  if (printsOutput) {
    terminal.note(printer.style.faint(`job ${id}`));
    return followToEnd(session, api, id, 1);
  }
  await printer.outcome(id, { id });
  if (options.follow) terminal.note('an array has no output of its own: waiting for its end');
  return options.follow || options.wait ? waitToEnd(session, api, id) : undefined;
}

async function attachment(session: Session, path: string): Promise<Attachment & { content: Blob }> {
  const file = resolve(session.io.cwd, path);
  try {
    // The blob alone tells neither a missing file nor a folder.
    await access(file, constants.R_OK);
    if (!(await stat(file)).isFile())
      throw usageError(`${path} is not a file`, 'an attachment is a single file');
    return { name: basename(path), content: await openAsBlob(file) };
  } catch (error) {
    throw error instanceof CliError ? error : unreadable(path, error);
  }
}

async function upload(
  session: Session,
  request: JobSubmission,
  attachments: readonly (Attachment & { content: Blob })[],
): Promise<string> {
  const total = attachments.reduce((sum, { content }) => sum + content.size, 0);
  const progress = new Progress(session.terminal);
  session.transport.onSent = (sent) => progress.bytes('uploading', sent, total);
  try {
    return await submitOnce(jobsApi(session), request, attachments);
  } finally {
    session.transport.onSent = undefined;
    progress.end();
  }
}

export function registerResolve(group: PortolanCommand): void {
  describesJob(group.command('resolve'))
    .description(
      'Print which cluster and command a job would get, and why; submits nothing. Exits with 1 when nothing matches.',
    )
    .examples(
      'portolan job resolve nightly.yaml',
      'portolan job resolve --name x --command type:spark --cluster sla:prod -o json',
    )
    .sessionAction(async (session, found: string[], options: JobFlags) =>
      showResolution(session, await requestOf(session, operandsOf(group.call.words, found), options)),
    );
}

/** Prints the selection of a request. @returns 1 when nothing matches */
async function showResolution(session: Session, request: JobSubmission): Promise<number> {
  const { data } = await resolveJob({ ...jobsApi(session), body: request });
  if (session.printer.isForPeople) await session.terminal.write(`${lines(data).map(oneLine).join('\n')}\n`);
  else await session.printer.data(data);
  return data.resolved ? ExitCode.Success : ExitCode.Failed;
}

const named = (one: { id: string; name: string | null } | null): string =>
  one ? `${one.name ?? one.id} (${one.id})` : 'none';

function lines(found: JobResolution): string[] {
  const { resolved, message, cluster, command, rationale, others } = found;
  if (!resolved)
    return [
      `Nothing would run: ${message ?? 'no cluster and command match'}`,
      ...others.commands.map(({ name, reasons }) => `  command ${name}: ${reasons.join('; ')}`),
      ...others.clusters.map(({ name, reasons }) => `  cluster ${name}: ${reasons.join('; ')}`),
    ];
  const because = (text: string | undefined): string => (text === undefined ? '' : `, because ${text}`);
  return [
    `cluster  ${named(cluster)}${because(rationale?.cluster)}`,
    `command  ${named(command)}${because(rationale?.command)}`,
    ...(found.applications?.length ? [`with     ${found.applications.join(', ')}`] : []),
    ...(found.timeout ? [`timeout  ${found.timeout} s`] : []),
  ];
}
