import type { HistoryQuery, Modifiers } from '@portolan/client-history';
import type { Command } from 'commander';
import { usageError } from '../../failure/cli-error.ts';
import { moment } from '../../input/moment.ts';
import { several, wholeNumber } from '../../input/values.ts';

/** Options that select documents and times. */
export interface QueryOptions {
  where?: string[];
  fields?: string;
  at?: number;
  since?: number;
  until?: number;
  limit?: number;
}

/** Adds the options that select documents. */
export const selectsDocuments = (command: Command): Command =>
  command
    .option(
      '--where <field=value>',
      'only documents whose field has one of these values: state.name=running,stopped; a field alone must be there; repeatable',
      several,
    )
    .option('--fields <fields>', 'only these fields: instanceId,state:(name)');

/** Adds the options that select times. */
export const selectsTimes = (command: Command): Command =>
  command
    .option('--at <time>', 'as it was then: a time, or an age such as 2h', moment)
    .option('--since <time>', 'from this time on', moment)
    .option('--until <time>', 'up to this time', moment)
    .option('--limit <n>', 'at most so many', wholeNumber(1));

/** Reads `area/collection[/id]`. @throws CliError for anything else */
export function addressOf(text: string): { area: string; collection: string; id?: string } {
  const [area, collection, ...id] = text.split('/');
  if (!area || !collection)
    throw usageError(
      `${text} is no address`,
      'expected area/collection or area/collection/id: view/instances/i-0db000001',
    );
  return { area, collection, ...(id.length > 0 && { id: id.join('/') }) };
}

/** The query that an address and options describe. */
export function queryOf(address: string, options: QueryOptions, modifiers: Modifiers = {}): HistoryQuery {
  const { where, fields, at, since, until, limit } = options;
  return {
    ...addressOf(address),
    ...(where && { where: Object.fromEntries(where.map(condition)) }),
    ...(fields !== undefined && { fields: fields.startsWith(':') ? fields : `:(${fields})` }),
    modifiers: {
      ...(at !== undefined && { at }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
      ...(limit !== undefined && { limit }),
      ...modifiers,
    },
  };
}

function condition(text: string): [string, string[] | true] {
  const at = text.indexOf('=');
  return at < 0 ? [text, true] : [text.slice(0, at), text.slice(at + 1).split(',')];
}
