import type { PatchOperation, Schedule, ScheduleRequest } from '@portolan/client-jobs';
import { FIRST } from '../submit/submission';
import { isBlank, withoutBlanks } from '../submit/blanks';

/** Fields of a schedule that the form has, by their name in the API. */
const FIELDS = [
  'name',
  'user',
  'version',
  'description',
  'cron',
  'timeZone',
  'overlap',
  'catchUpSeconds',
  'jitterSeconds',
] as const;

type FieldName = (typeof FIELDS)[number];

/** The content of the form: the fields as typed, and the job request as JSON. */
export type ScheduleForm = Readonly<Record<FieldName | 'request', string>>;

const NUMBERS = new Set<FieldName>(['catchUpSeconds', 'jitterSeconds']);

/** Returns the form of a new schedule: it can be created as it is. Pure. */
export function newForm(timeZone: string): ScheduleForm {
  const { user, name, ...request } = FIRST;
  return {
    ...{ name: 'nightly', user, version: '1', description: '', cron: '0 3 * * *', timeZone },
    ...{ overlap: 'skip', catchUpSeconds: '3600', jitterSeconds: '0' },
    request: JSON.stringify({ name, ...request }, null, 2),
  };
}

export const formOf = (schedule: Schedule): ScheduleForm => ({
  ...(Object.fromEntries(FIELDS.map((name) => [name, String(schedule[name] ?? '')])) as ScheduleForm),
  request: JSON.stringify(withoutBlanks(schedule.request), null, 2),
});

const parsedRequest = (text: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SyntaxError('the request is a JSON object');
  return value as Record<string, unknown>;
};

const valueOf = (form: ScheduleForm, name: FieldName): string | number | null => {
  const text = form[name].trim();
  if (text === '') return null;
  return NUMBERS.has(name) ? Number(text) : text;
};

/** Returns the body that creates the schedule of a form. Pure. @throws SyntaxError when its request cannot be read */
export const requestOf = (form: ScheduleForm): ScheduleRequest =>
  ({
    ...Object.fromEntries(FIELDS.map((name) => [name, valueOf(form, name)])),
    request: parsedRequest(form.request),
  }) as unknown as ScheduleRequest;

/**
 * Returns what a form changes of a schedule. Fields that the API does not show, such as the secret of a webhook, stay as they are.
 * Pure. @throws SyntaxError when the request of the form cannot be read
 */
export function changesOf(schedule: Schedule, form: ScheduleForm): PatchOperation[] {
  const before = formOf(schedule);
  const fields = FIELDS.filter((name) => form[name].trim() !== before[name]).map((name): PatchOperation => ({
    op: 'add',
    path: `/${name}`,
    value: valueOf(form, name),
  }));
  const [old, wanted] = [withoutBlanks(schedule.request), parsedRequest(form.request)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(wanted)])];
  const request = names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(wanted[name]))
    .map((name): PatchOperation => {
      const path = `/request/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return isBlank(wanted[name]) ? { op: 'remove', path } : { op: 'add', path, value: wanted[name] };
    });
  return [...fields, ...request];
}
