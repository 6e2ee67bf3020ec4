import { text } from 'node:stream/consumers';
import { findDiff, historyPath } from '@portolan/client-history';
import { answerError } from '../../connection/answered-error.ts';
import { usageError } from '../../failure/cli-error.ts';
import { wholeNumber } from '../../input/values.ts';
import { severalLines } from '../../output/text.ts';
import type { Style } from '../../output/style.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { historyClient } from '../../session/history-api.ts';
import { DOCUMENT_ARGUMENT, documentOf, queryOf, selectsRange, type QueryOptions } from './address.ts';

const DEFAULT_LINES = 3;

export function registerDiff(group: PortolanCommand): void {
  selectsRange(group.command('diff'))
    .description(
      'Show what changed between the revisions of a document, the newest first; data formats give a JSON Patch.',
    )
    .argument(...DOCUMENT_ARGUMENT)
    .option('--lines <n>', 'lines around a change (3)', wholeNumber(0))
    .examples(
      'portolan history diff view/instances/i-0db000001 --lines 1',
      'portolan history diff view/instances/i-0db000001 --since 7d -o json',
    )
    .sessionAction(async (session, address: string, options: QueryOptions & { lines?: number }) => {
      const { printer, transport, settings, terminal } = session;
      documentOf(address, 'diff');
      const query = queryOf(address, options, { all: true });
      if (!printer.isForPeople && session.options.output !== undefined && options.lines !== undefined)
        throw usageError(`--lines: a JSON Patch has no lines around a change`, 'leave --lines or -o out');
      if (!printer.isForPeople) return printer.data(await findDiff(historyClient(session), query));
      const modifiers = { ...query.modifiers, diff: options.lines ?? DEFAULT_LINES };
      const url = `${settings.history}/api/v2/${historyPath({ ...query, modifiers })}`;
      const answer = await transport.open({ url });
      if ((answer.statusCode ?? 0) >= 400) throw await answerError(answer, 'GET', url);
      const lines = severalLines((await text(answer)).trimEnd()).split('\n');
      await terminal.write(`${lines.map((line) => coloured(line, printer.style)).join('\n')}\n`);
    });
}

function coloured(line: string, style: Style): string {
  if (line.startsWith('---') || line.startsWith('+++')) return style.bold(line);
  if (line.startsWith('-')) return style.red(line);
  if (line.startsWith('+')) return style.green(line);
  return line.startsWith('@@') ? style.faint(line) : line;
}
