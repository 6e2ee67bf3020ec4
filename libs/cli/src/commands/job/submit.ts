import { constants, openAsBlob } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Option } from 'commander';
import type { Attachment, JobSubmission } from '@portolan/client-jobs';
import { CliError, usageError } from '../../failure/cli-error.ts';
import { unreadable } from '../../input/document.ts';
import { several } from '../../input/values.ts';
import type { JobFlags } from '../../jobs/job-request.ts';
import { requireAdditions } from '../../jobs/require-additions.ts';
import { submitOnce } from '../../jobs/submit-once.ts';
import { Progress } from '../../output/progress.ts';
import { AS_IT_IS, refuseOutput, type PortolanCommand } from '../../session/portolan-command.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import type { Session } from '../../session/session.ts';
import { followToEnd, waitToEnd } from './to-end.ts';
import { operandsOf, type Operands } from './operands.ts';
import { describesJob, requestOf } from './request-options.ts';
import { showResolution } from './resolve.ts';

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
