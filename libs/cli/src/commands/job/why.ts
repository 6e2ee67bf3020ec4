import { getJobArray } from '@portolan/client-jobs';
import { AnswerError } from '../../connection/answered-error.ts';
import { answered } from '../../failure/request-failure.ts';
import { readFile } from '../../jobs/follow-file.ts';
import { fileUrl } from '../../jobs/follow-output.ts';
import { oneLine } from '../../output/text.ts';
import { relativeTime } from '../../output/times.ts';
import { historyClient } from '../../session/history-api.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { jobsApi, type JobsApi } from '../../session/jobs-api.ts';
import type { Session } from '../../session/session.ts';
import type { Change } from '../../why/changes.ts';
import { explain, type Explanation } from '../../why/explain.ts';

const STDERR_LINES = 10;

export function registerWhy(group: PortolanCommand): void {
  group
    .command('why')
    .description(
      'Explain a failure: reason, exit code, the end of stderr, and what changed since the last success of a job of the same name and user.',
    )
    .argument('<id>', 'id of the job')
    .examples(
      'portolan job why nightly-2026-10-07',
      'portolan job why nightly-2026-10-07 -o json | jq .changes',
    )
    .sessionAction(async (session, id: string) => {
      const api = jobsApi(session);
      const [found, stderr, failedElements] = await Promise.all([
        explain(api, historyClient(session), id),
        lastLines(session, id),
        failedOf(api, id),
      ]);
      const shown = { ...found, stderr, failedElements };
      if (!session.printer.isForPeople) return session.printer.data(shown);
      return session.terminal.write(`${text(shown).join('\n')}\n`);
    });
}

/** Ids of the failed elements of an array; null for any other job. */
async function failedOf(api: JobsApi, id: string): Promise<string[] | null> {
  const array = await answered(getJobArray({ ...api, path: { id } }));
  return array?.data.failed.map((index) => `${id}.${index}`) ?? null;
}

/** Returns the end of stderr; a job that never started has none. */
async function lastLines({ transport, settings }: Session, id: string): Promise<string[]> {
  const pieces: Uint8Array[] = [];
  const file = { url: fileUrl(settings.jobs, id, 'stderr'), follow: false, tail: STDERR_LINES };
  try {
    await readFile(transport, file, (bytes) => void pieces.push(bytes), {
      signal: new AbortController().signal,
    });
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
  }
  return Buffer.concat(pieces)
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}

interface ShownExplanation extends Explanation {
  stderr: string[];
  failedElements: string[] | null;
}

function text(shown: ShownExplanation): string[] {
  const { id, status, message, attempts, lastSuccess, changes, unknown, stderr, failedElements } = shown;
  const now = Date.now();
  const lines = [`job ${id}: ${status}, ${message ?? ''}`];
  if (attempts.length > 1)
    lines.push(
      ...attempts.map(
        (one) => `  attempt ${one.attempt} on ${one.hostName ?? '-'}: ${one.reason ?? 'ended well'}`,
      ),
    );
  if (failedElements?.[0] !== undefined)
    lines.push(`each failed element has reasons of its own: portolan job why ${failedElements[0]}`);
  if (stderr.length > 0) lines.push('the end of stderr:', ...stderr.map((line) => `  ${line}`));
  if (!lastSuccess)
    lines.push(
      status === 'SUCCEEDED'
        ? 'no other job of this name and user succeeded before: there is nothing to compare with'
        : 'no job of this name and user has succeeded: there is nothing to compare with',
    );
  else {
    const when = lastSuccess.finished === null ? '' : `, ${relativeTime(lastSuccess.finished, now)}`;
    lines.push(`the last success was ${lastSuccess.id}${when}; since then:`);
    lines.push(...(changes ?? []).flatMap(changeLines));
    if (changes?.length === 0)
      lines.push('  nothing changed in request, cluster, command, applications and node');
  }
  if (unknown !== null) lines.push(`  what changed exactly is unknown: ${unknown}`);
  return lines.map(oneLine);
}

const changeLines = ({ what, text: about, differences }: Change): string[] => [
  `  ${what}: ${about}`,
  ...differences.map(
    ({ path, before, after }) => `    ${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
  ),
];
