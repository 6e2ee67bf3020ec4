import { resolveJob, type JobResolution, type JobSubmission } from '@portolan/client-jobs';
import { ExitCode } from '../../failure/exit-codes.ts';
import type { JobFlags } from '../../jobs/job-request.ts';
import { oneLine } from '../../output/text.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import type { Session } from '../../session/session.ts';
import { describesJob, requestOf } from './request-options.ts';
import { operandsOf } from './operands.ts';

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
export async function showResolution(session: Session, request: JobSubmission): Promise<number> {
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
