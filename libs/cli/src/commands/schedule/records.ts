import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  patchSchedule,
  replaceSchedule,
  submittedJobId,
  type ScheduleRequest,
} from '@portolan/client-jobs';
import { usageError } from '../../failure/cli-error.ts';
import { readObject } from '../../input/document.ts';
import { fileOf, optionalFileOf, type FileOption } from '../../input/file-operand.ts';
import { several, wholeNumber } from '../../input/values.ts';
import { confirm } from '../../session/confirm.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import { forEachId } from '../../session/for-each.ts';
import { jobsApi } from '../../session/jobs-api.ts';
import { noteUnknownFields, type Kinds } from '../../session/note-unknown-fields.ts';
import {
  ALL_OPTION,
  LIMIT_OPTION,
  readPages,
  type LimitOptions,
  WATCH_OPTION,
  showList,
  type WatchOption,
} from '../../session/lists.ts';
import { SCHEDULE_COLUMNS, SCHEDULE_FIELDS } from './columns.ts';

/** Fields that options set. */
interface ScheduleFlags {
  name?: string;
  cron?: string;
  timeZone?: string;
  overlap?: ScheduleRequest['overlap'];
  catchUp?: number;
  jitter?: number;
  description?: string;
  paused?: boolean;
}

const SCHEDULE: Kinds = { api: 'jobs', schemas: ['ScheduleRequest', 'Schedule'] };
const SCHEDULED_JOB: Kinds = { api: 'jobs', schemas: ['ScheduledJobRequest', 'JobSubmission'] };

const hasFields = (command: PortolanCommand): PortolanCommand =>
  command
    .option('--name <name>', 'name')
    .option('--cron <expression>', 'crontab line, or Quartz expression with seconds')
    .option('--time-zone <zone>', 'IANA name (UTC)')
    .option('--overlap <policy>', 'skip, buffer, replace or allow (skip)')
    .option('--catch-up <seconds>', 'make up fires that were missed by less than this (3600)', wholeNumber(0))
    .option('--jitter <seconds>', 'maximum random delay of a start (0)', wholeNumber(0))
    .option('--description <text>', 'purpose of the schedule');

function fieldsOf(flags: ScheduleFlags): Record<string, unknown> {
  const { name, cron, timeZone, overlap, catchUp, jitter, description, paused } = flags;
  const fields = {
    name,
    cron,
    timeZone,
    overlap,
    catchUpSeconds: catchUp,
    jitterSeconds: jitter,
    description,
    paused,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** `create`, `list`, `get`, `update` and `delete`. */
export function registerRecords(group: PortolanCommand): void {
  registerCreate(group);
  registerReads(group);

  type UpdateOptions = ScheduleFlags & FileOption;
  hasFields(group.command('update'))
    .description('Change a schedule: some fields by options, or all of it by a file.')
    .argument('<id>', 'id of the schedule')
    .takesFile('the whole schedule as YAML or JSON; - for standard input')
    .examples(
      "portolan schedule update nightly --cron '30 5 * * *'",
      'portolan schedule update nightly -f nightly.yaml',
    )
    .sessionAction(async (session, id: string, argument: string | undefined, options: UpdateOptions) => {
      const { file: option, ...flags } = options;
      const file = optionalFileOf(argument, { file: option });
      const api = { ...jobsApi(session), path: { id } };
      const fields = fieldsOf(flags);
      if (file !== undefined) {
        const document = await readObject(session.io, file);
        noteUnknownFields(session, SCHEDULE, file, document);
        const body = { ...document, ...fields } as unknown as ScheduleRequest;
        await replaceSchedule({ ...api, body });
      } else if (Object.keys(fields).length === 0)
        throw usageError('nothing to change: give options or a file');
      else
        await patchSchedule({
          ...api,
          body: Object.entries(fields).map(([name, value]) => ({ op: 'replace', path: `/${name}`, value })),
        });
      await session.printer.outcome(`${id} is changed`, { id });
    });

  group
    .command('delete')
    .description('Delete schedules; their jobs stay.')
    .argument('<ids...>', 'ids of schedules')
    .option('-y, --yes', 'do not ask for confirmation')
    .examples('portolan schedule delete nightly --yes')
    .sessionAction(async (session, ids: string[], { yes }: { yes?: boolean }) => {
      const what = ids.length === 1 ? 'schedule' : 'schedules';
      await confirm(session, `Delete the ${what} ${ids.join(', ')}?`, yes ?? false);
      const api = jobsApi(session);
      return forEachId(session, ids, 'deleted', (id) => deleteSchedule({ ...api, path: { id } }));
    });
}

function registerCreate(group: PortolanCommand): void {
  type CreateOptions = ScheduleFlags & FileOption & { id?: string };
  hasFields(group.command('create'))
    .description('Create a schedule of a job; prints its id.')
    .takesFile('a schedule, or with --cron just the request of its job; YAML or JSON, - for standard input')
    .option('--id <id>', 'id of the schedule; generated when omitted')
    .option('--paused', 'create it paused')
    .examples(
      "portolan schedule create report.yaml --id nightly --cron '30 4 * * MON-FRI' --time-zone Europe/Berlin",
      'portolan schedule create schedule.yaml',
    )
    .sessionAction(async (session, argument: string | undefined, options: CreateOptions) => {
      const { id, file: option, ...flags } = options;
      const file = fileOf(argument, { file: option });
      const document = await readObject(session.io, file);
      const isWhole = 'request' in document;
      noteUnknownFields(session, isWhole ? SCHEDULE : SCHEDULED_JOB, file, document);
      const { name, version = '1' } = document;
      const body = {
        user: session.settings.user,
        version,
        ...(isWhole ? document : { name, request: { version, ...document } }),
        ...(id !== undefined && { id }),
        ...fieldsOf(flags),
      } as unknown as ScheduleRequest;
      if (body.cron === undefined) throw usageError('the schedule has no cron', "give --cron '30 4 * * *'");
      const { response } = await createSchedule({ ...jobsApi(session), body });
      const created = submittedJobId(response);
      await session.printer.outcome(created, { id: created });
    });
}

function registerReads(group: PortolanCommand): void {
  type ListOptions = LimitOptions & WatchOption & { name?: string; tag?: string[]; paused?: boolean };
  group
    .command('list')
    .alias('ls')
    .description('List schedules, with the next and the last fire.')
    .option('--name <name>', 'name; % stands for any text')
    .option('--tag <tag>', 'tag; repeatable', several)
    .option('--paused', 'only paused schedules')
    .option(...LIMIT_OPTION)
    .addOption(ALL_OPTION)
    .option(...WATCH_OPTION)
    .examples('portolan schedule list', 'portolan schedule list --paused -o json')
    .sessionAction(async (session, options: ListOptions) => {
      const api = jobsApi(session);
      const { name, tag, paused } = options;
      const filters = {
        ...(session.options.user !== undefined && { user: session.options.user }),
        ...(name !== undefined && { name }),
        ...(tag && { tag }),
        ...(paused && { paused: ['true'] }),
      };
      const load = () =>
        readPages(session, options, async (page, size) => {
          const { data } = await listSchedules({ ...api, query: { ...filters, page, size } });
          return { rows: data._embedded?.scheduleList ?? [], totalPages: data.page.totalPages };
        });
      await showList(session, options, load, SCHEDULE_COLUMNS, 'no schedules');
    });

  group
    .command('get')
    .description('Show a schedule.')
    .argument('<id>', 'id of the schedule')
    .examples('portolan schedule get nightly', 'portolan schedule get nightly -o yaml > nightly.yaml')
    .sessionAction(async (session, id: string) => {
      const { data } = await getSchedule({ ...jobsApi(session), path: { id } });
      await session.printer.record(data, SCHEDULE_FIELDS);
    });
}
