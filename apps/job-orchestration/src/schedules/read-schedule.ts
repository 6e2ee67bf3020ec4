import { CronSpecError, ServiceError, isTimeZone, malformed } from '@portolan/service';
import { ValidationFailedError, type FieldError } from '@portolan/validation';
import { readJobRequest, requireElementIds, type JobNames, type JobRules } from '../jobs/job-request';
import type { JobRequest } from '../jobs/job.entity';
import { idOrNew } from '../registry/common-document';
import { SCHEDULE_ID_LIMIT, fireJobId } from './rules/fire-id';
import { Overlap } from './rules/overlap';
import { readOptionalTime } from './rules/read-time';
import { cronTimes, type TimesOf } from './rules/schedule-times';
import { UNSCHEDULED_FIELDS, type ScheduleRequest, type ScheduledJobRequest } from './schedule.dto';
import type { ScheduleDocument, ScheduleEntity } from './store/schedule.entity';

export type ScheduleColumns = Omit<ScheduleEntity, 'created' | 'updated' | 'nextAt'>;

/**
 * Reads a checked body.
 * @param stored the schedule to replace; its id is used when the body has none
 * @throws ServiceError: malformed for a field of the schedule and for too large a request, and as {@link readJobRequest} for its request
 */
export function readSchedule(
  body: ScheduleRequest,
  rules: JobRules,
  now: number,
  stored?: ScheduleEntity,
): ScheduleColumns {
  const { name, user, version } = body;
  const id = stored?.id ?? idOrNew(body.id);
  if (id.length > SCHEDULE_ID_LIMIT)
    throw malformed('id', `id must be at most ${SCHEDULE_ID_LIMIT} characters: jobs have longer ones`);
  const times = readTimes(body);
  const isSame = stored?.cron === times.cron && stored.timeZone === times.timeZone;
  if (!isSame && cronTimes(times).nextAfter(now) === undefined)
    throw malformed('cron', `cron: ${times.cron}: it never fires`);
  const given = withChangedAmounts(body.request, stored?.document.request);
  const { request, job } = readScheduledJob(given, user, rules);
  if (request.array) requireElementIds(request.array, fireJobId(id, now));
  return {
    id,
    name,
    user,
    version,
    ...times,
    jitterSeconds: body.jitterSeconds ?? 0,
    overlap: body.overlap ?? Overlap.Skip,
    catchUpSeconds: body.catchUpSeconds ?? 3600,
    pausedAt: body.paused ? (stored?.pausedAt ?? now) : null,
    document: bounded({ description: body.description ?? null, tags: body.tags ?? [], job, request }),
  };
}

/** Pages show whole schedules, and the clock reads them. */
const DOCUMENT_LIMIT_BYTES = 65_536;

/** @throws ServiceError (malformed) for a document that exceeds the limit */
function bounded(document: ScheduleDocument): ScheduleDocument {
  if (Buffer.byteLength(JSON.stringify(document)) <= DOCUMENT_LIMIT_BYTES) return document;
  const parts = 'description, tags and request';
  throw malformed('request', `request is too large: ${parts} of a schedule have at most 64 KB together`);
}

function readTimes(body: ScheduleRequest): TimesOf {
  const cron = readCron(body);
  const start = readOptionalTime('start', body.start);
  const end = readOptionalTime('end', body.end);
  if (start !== null && end !== null && end < start) throw malformed('end', 'end must not be before start');
  return { ...cron, start, end };
}

/** Reads a cron expression and its time zone. @throws ServiceError (malformed) that names the invalid part */
export function readCron({ cron, timeZone }: { cron: string; timeZone?: string | null }) {
  const zone = timeZone == null || timeZone === '' ? 'UTC' : timeZone;
  if (!isTimeZone(zone))
    throw malformed(
      'timeZone',
      `timeZone must be the IANA name of a time zone, such as Europe/Berlin: ${zone}`,
    );
  const read = { cron: cron.trim(), timeZone: zone };
  try {
    cronTimes(read);
  } catch (error) {
    if (error instanceof CronSpecError) throw malformed('cron', `cron: ${error.message}`);
    throw error;
  }
  return read;
}

/**
 * Refuses null as the request of a schedule, and fields that the request must not have, before undeclared fields are dropped.
 * @param body as the client sent it. @throws ServiceError (malformed)
 */
export function refuseUnscheduled(body: unknown): void {
  const request = fieldOf(body, 'request');
  // Otherwise the rules of job requests would refuse null with 412.
  if (request === null) throw malformed('request', 'request must be an object');
  const given = UNSCHEDULED_FIELDS.find((name) => {
    const value = fieldOf(request, name);
    return value != null && value !== '';
  });
  if (given === undefined) return;
  const field = `request.${given}`;
  throw malformed(
    field,
    `${field} must be left out: the jobs of a schedule have ids of their own and wait for none`,
  );
}

/**
 * Returns the body with the stored secret of its webhook, if the body has the same address without a secret: no response shows
 * the secret, so a client cannot send it back.
 */
export function withStoredSecret(body: unknown, { webhook }: JobRequest): unknown {
  const request = fieldOf(body, 'request');
  const given = fieldOf(request, 'webhook');
  if (!webhook || fieldOf(given, 'url') !== webhook.url || fieldOf(given, 'secret') != null) return body;
  return { ...(body as object), request: { ...(request as object), webhook } };
}

/**
 * `cpu` and `memory` are other names of amounts of `runtime`: in a document that a client has read, changed and sent back, the
 * changed name counts.
 */
function withChangedAmounts(given: ScheduledJobRequest, stored: JobRequest | undefined): ScheduledJobRequest {
  const before = stored?.runtime.resources;
  const { cpu, memory, runtime } = given;
  const { resources } = runtime ?? {};
  if (!before || !resources) return given;
  const changed = <T>(short: T, long: T, old: T): T => (short !== undefined && long === old ? short : long);
  const read = {
    ...resources,
    cpu: changed(cpu, resources.cpu, before.cpu),
    memoryMb: changed(memory, resources.memoryMb, before.memoryMb),
  };
  return { ...given, runtime: { ...runtime, resources: read } };
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

function readScheduledJob(given: ScheduledJobRequest, user: string, rules: JobRules) {
  if (given.user != null && given.user !== '' && given.user !== user) {
    const message = `request.user must be left out, or be the user of the schedule, ${user}`;
    throw malformed('request.user', message);
  }
  const { name, version } = given;
  const job: Pick<JobNames, 'name' | 'version'> = { name, version };
  try {
    return { job, request: readJobRequest({ ...given, user }, rules) };
  } catch (error) {
    throw inRequest(error);
  }
}

/** Returns an error of a job request with the place of its fields in the schedule. */
function inRequest(error: unknown): unknown {
  const movedText = (message: string, field = ''): string =>
    `request${field !== '' && message.startsWith(field) ? '.' : ': '}${message}`;
  const moved = (fields: readonly FieldError[]): FieldError[] =>
    fields.map(({ field, message, ...rest }) => {
      return { ...rest, field: `request.${field}`, message: movedText(message, field) };
    });
  if (error instanceof ValidationFailedError) return new ValidationFailedError(moved(error.errors));
  if (!(error instanceof ServiceError)) return error;
  const { kind, message, fields } = error;
  const options = { fields: moved(fields), cause: error };
  return new ServiceError(kind, movedText(message, fields[0]?.field), options);
}
