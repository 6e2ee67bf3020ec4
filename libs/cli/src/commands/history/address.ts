import type { HistoryQuery, Modifiers } from '@portolan/client-history';
import { Option } from 'commander';
import { usageError } from '../../failure/cli-error.ts';
import { moment } from '../../input/moment.ts';
import { several, wholeNumber } from '../../input/values.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';

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
export const selectsDocuments = (command: PortolanCommand): PortolanCommand =>
  command
    .option(
      '--where <field=value>',
      'only documents whose field has one of these values: state.name=running,stopped; a field without a value must exist; repeatable',
      several,
    )
    .option('--fields <fields>', 'only these fields: instanceId,state:(name)');

/** Adds the options that select times: one, or a range. At one time there is one revision, so the service ignores the others. */
export const selectsTimes = (command: PortolanCommand): PortolanCommand =>
  selectsRange(
    command.addOption(
      new Option('--at <time>', 'as it was then: a time, or an age such as 2h')
        .argParser(moment)
        .conflicts(['since', 'until', 'all', 'updated']),
    ),
  );

/** Adds the options that select a range of time. */
export const selectsRange = (command: PortolanCommand): PortolanCommand =>
  command
    .option('--since <time>', 'from this time on', moment)
    .option('--until <time>', 'up to this time', moment)
    .option('--limit <n>', 'maximum number of results', wholeNumber(1));

/** Reads `area/collection[/id]`; a slash at the end, as completion leaves it, names no document. @throws CliError for anything else */
export function addressOf(text: string): { area: string; collection: string; id?: string } {
  const [area, collection, ...rest] = text.split('/');
  if (!area || !collection)
    throw usageError(
      `${text} is not an address`,
      'expected area/collection or area/collection/id: view/instances/i-0db000001',
    );
  const id = rest.join('/');
  return { area, collection, ...(id !== '' && { id }) };
}

/** The argument of commands that show one document. */
export const DOCUMENT_ARGUMENT = [
  '<address>',
  'area/collection/id, such as view/instances/i-0db000001',
] as const;

/** Reads `area/collection/id`. @param command names the command in the example @throws CliError when the id is missing */
export function documentOf(text: string, command: string): ReturnType<typeof addressOf> & { id: string } {
  const { id, area, collection } = addressOf(text);
  if (id === undefined)
    throw usageError(
      `${text} names no document: the id is missing`,
      `for example: portolan history ${command} ${area}/${collection}/ID; \`portolan history list ${area}/${collection}\` lists the ids`,
    );
  return { area, collection, id };
}

/** The fields of a document's record beside the document, `data`. */
const RECORD_FIELDS = '_id,id,ctime,stime,ltime,mtime';

/** Returns the query that an address and options describe; conditions and fields are those of documents, also where records are asked for. */
export function queryOf(address: string, options: QueryOptions, modifiers: Modifiers = {}): HistoryQuery {
  const { where, fields, at, since, until, limit } = options;
  const selector = fields === undefined || fields.startsWith(':') ? fields : `:(${fields})`;
  const prefix = modifiers.meta ? 'data.' : '';
  return {
    ...addressOf(address),
    ...(where && { where: Object.fromEntries(where.map((text) => condition(`${prefix}${text}`))) }),
    ...(selector !== undefined && {
      fields: modifiers.meta ? `:(${RECORD_FIELDS},data${selector})` : selector,
    }),
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
