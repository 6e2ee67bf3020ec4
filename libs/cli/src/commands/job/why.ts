import type { Command } from 'commander';
import { AnswerError } from '../../connection/answered-error.ts';
import { readFile } from '../../jobs/follow-file.ts';
import { fileUrl } from '../../jobs/follow-output.ts';
import { oneLine } from '../../output/text.ts';
import { relativeTime } from '../../output/times.ts';
import { historyClient } from '../../session/history-api.ts';
import { examples, type Cli } from '../../session/cli.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import type { Session } from '../../session/session.ts';
import type { Change } from '../../why/change.ts';
import { explain, type Explanation } from '../../why/explain.ts';

const STDERR_LINES = 10;

export function registerWhy(group: Command, cli: Cli): void {
  const command = group
    .command('why')
    .description(
      'Explain a failure: reason, exit code, the end of stderr, and what changed since the last success of a job of the same name and user.',
    )
    .argument('<id>', 'id of the job');
  command.action(
    cli.action(async (session, id: string) => {
      const [found, stderr] = await Promise.all([
        explain(jobsApi(session), historyClient(session), id),
        lastLines(session, id),
      ]);
      if (!session.printer.isForPeople) return session.printer.data({ ...found, stderr });
      return session.terminal.write(`${text(found, stderr).join('\n')}\n`);
    }),
  );
  examples(
    command,
    'portolan job why nightly-2026-10-07',
    'portolan job why nightly-2026-10-07 -o json | jq .changes',
  );
}

/** The end of stderr; a job that never started has none. */
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

function text(
  { id, status, message, attempts, lastSuccess, changes, unknown }: Explanation,
  stderr: string[],
): string[] {
  const now = Date.now();
  const lines = [`job ${id}: ${status}, ${message ?? ''}`];
  if (attempts.length > 1)
    lines.push(
      ...attempts.map(
        (one) => `  attempt ${one.attempt} on ${one.hostName ?? '-'}: ${one.reason ?? 'ended well'}`,
      ),
    );
  if (stderr.length > 0) lines.push('the end of stderr:', ...stderr.map((line) => `  ${line}`));
  if (!lastSuccess)
    lines.push('no job of this name and user has succeeded: there is nothing to compare with');
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
