import { submittedJobId } from '@portolan/client-jobs';
import { usageError } from '../../failure/cli-error.ts';
import { answered } from '../../failure/request-failure.ts';
import { nameOf, readDocument } from '../../input/document.ts';
import { fileOf, type FileOption } from '../../input/file-operand.ts';
import { several } from '../../input/values.ts';
import type { Column } from '../../output/table.ts';
import { confirm } from '../../session/confirm.ts';
import type { PortolanCommand, RegisterGroup } from '../../session/portolan-command.ts';
import { forEach, forEachId } from '../../session/for-each.ts';
import { jobsApi, type JobsApi } from '../../session/jobs-api.ts';
import { noteUnknownFields } from '../../session/note-unknown-fields.ts';
import {
  ALL_OPTION,
  LIMIT_OPTION,
  readPages,
  type LimitOptions,
  WATCH_OPTION,
  showList,
  type WatchOption,
} from '../../session/lists.ts';
import { APPLICATIONS, CLUSTERS, COMMANDS, type Kind, type Resource } from './kinds.ts';
import { registerLinks } from './links.ts';

const COLUMNS: readonly Column<Resource>[] = [
  { title: 'ID', value: ({ id }) => id, kind: 'id' },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'VERSION', value: ({ version }) => version },
  { title: 'STATUS', value: ({ status }) => status, kind: 'status' },
  { title: 'UPDATED', value: ({ updated }) => updated, kind: 'time' },
  { title: 'TAGS', value: ({ tags }) => tags },
  { title: 'USER', value: ({ user }) => user, wide: true },
];

const FIELDS: readonly Column<Resource>[] = [
  ...COLUMNS.map((column) => ({ ...column, title: column.title.toLowerCase(), wide: false })),
  { title: 'description', value: ({ description }) => description },
  { title: 'created', value: ({ created }) => created, kind: 'time' },
  { title: 'setup file', value: ({ setupFile }) => setupFile },
  { title: 'configs', value: ({ configs }) => configs },
  { title: 'dependencies', value: ({ dependencies }) => dependencies },
];

/** `portolan cluster`. */
export const registerClusters: RegisterGroup = (group) => registerKind(group, CLUSTERS);

/** `portolan command`. */
export const registerCommands: RegisterGroup = (group) => {
  registerKind(group, COMMANDS);
  registerLinks(group);
};

/** `portolan application`. */
export const registerApplications: RegisterGroup = (group) => registerKind(group, APPLICATIONS);

function registerKind(group: PortolanCommand, kind: Kind): void {
  registerReads(group, kind);

  group
    .command('apply')
    .description(`Create ${kind.name}s, or replace those whose id exists.`)
    .takesFile('one or a list, as YAML or JSON; - for standard input')
    .examples(
      `portolan ${kind.name} apply -f ${kind.name}.yaml`,
      `portolan ${kind.name} get ID -o yaml | portolan ${kind.name} apply -f -`,
    )
    .sessionAction(async (session, argument: string | undefined, option: FileOption) => {
      const file = fileOf(argument, option);
      const document = await readDocument(session.io, file);
      const all = (Array.isArray(document) ? document : [document]) as Partial<Resource>[];
      if (all.some((one) => typeof one !== 'object' || one === null))
        throw usageError(`${nameOf(file)} must contain an object or a list of objects`);
      const schema = `${kind.name[0]?.toUpperCase()}${kind.name.slice(1)}`;
      noteUnknownFields(session, { api: 'jobs', schemas: [`${schema}Request`, schema] }, file, document);
      return forEach(
        session,
        all.map((one) => ({ user: session.settings.user, ...one })),
        {
          done: 'applied',
          nameOf: ({ id, name }) => id ?? name ?? `the ${kind.name} without a name`,
          act: (body) => applyOne(jobsApi(session), kind, body),
          text: ({ id, outcome }) => `${kind.name} ${id} ${outcome}`,
        },
      );
    });

  group
    .command('delete')
    .description(`Delete ${kind.name}s; refused while a job refers to one.`)
    .argument('<ids...>', `ids of ${kind.name}s`)
    .option('-y, --yes', 'do not ask for confirmation')
    .examples(`portolan ${kind.name} delete old --yes`)
    .sessionAction(async (session, ids: string[], { yes }: { yes?: boolean }) => {
      const what = ids.length === 1 ? kind.name : `${kind.name}s`;
      await confirm(session, `Delete the ${what} ${ids.join(', ')}?`, yes ?? false);
      const api = jobsApi(session);
      return forEachId(session, ids, 'deleted', (id) => kind.remove(api, id));
    });
}

function registerReads(group: PortolanCommand, kind: Kind): void {
  type ListOptions = LimitOptions & WatchOption & { name?: string; status?: string[]; tag?: string[] };
  group
    .command('list')
    .alias('ls')
    .description(`List ${kind.name}s.`)
    .option('--name <name>', 'name; % stands for any text')
    .option('--status <status>', `${kind.statuses}; repeatable`, several)
    .option('--tag <tag>', 'tag; repeatable', several)
    .option(...LIMIT_OPTION)
    .addOption(ALL_OPTION)
    .option(...WATCH_OPTION)
    .examples(`portolan ${kind.name} list --name 'test%' --watch`, `portolan ${kind.name} list -o json`)
    .sessionAction(async (session, options: ListOptions) => {
      const api = jobsApi(session);
      const { name, status, tag } = options;
      const filters = { ...(name !== undefined && { name }), ...(status && { status }), ...(tag && { tag }) };
      const load = () =>
        readPages(session, options, (page, size) => kind.list(api, { ...filters, page, size }));
      await showList(session, options, load, COLUMNS, `no ${kind.name}s`);
    });

  group
    .command('get')
    .description(`Show a single ${kind.name}.`)
    .argument('<id>', `id of the ${kind.name}`)
    .examples(`portolan ${kind.name} get ID`, `portolan ${kind.name} get ID -o yaml > ${kind.name}.yaml`)
    .sessionAction(async (session, id: string) => {
      const api = jobsApi(session);
      const resource = await kind.get(api, id);
      const { isForPeople } = session.printer;
      const related = isForPeople ? await kind.related?.(api, id) : undefined;
      await session.printer.record(isForPeople ? { ...resource, ...related } : resource, [
        ...FIELDS,
        ...kind.fields,
      ]);
    });
}

async function applyOne(
  api: JobsApi,
  kind: Kind,
  body: Partial<Resource>,
): Promise<{ id: string; outcome: string }> {
  const { id } = body;
  if (id !== undefined && (await answered(kind.replace(api, id, body)))) return { id, outcome: 'replaced' };
  return { id: submittedJobId(await kind.create(api, body)), outcome: 'created' };
}
