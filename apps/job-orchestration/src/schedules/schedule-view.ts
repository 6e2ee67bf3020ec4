import { link, resource, type Resource } from '@portolan/hal';
import type { ApiView } from '../http/api-address';
import { showStamps } from '../registry/common-document';
import { iso } from '../registry/iso-time';
import { showRequest } from '../views/job-view';
import { UNSCHEDULED_FIELDS, type FireResponse, type ScheduleResponse } from './schedule.dto';
import type { FireEntity, ScheduleEntity } from './store/schedule.entity';

/** A schedule, its newest fire, and its next ones, ms since the epoch. */
export interface ShownSchedule {
  schedule: ScheduleEntity;
  lastFire: FireResponse | null;
  nextFires: readonly number[];
}

/** Returns the address of a schedule. `api` is the address of the API. */
export const scheduleHref = (id: string, api: string): string => `${api}/schedules/${encodeURIComponent(id)}`;

export function scheduleView(
  { schedule, lastFire, nextFires }: ShownSchedule,
  api: ApiView,
): ScheduleResponse {
  const { document, start, end } = schedule;
  return {
    ...showStamps(schedule),
    version: schedule.version,
    user: schedule.user,
    name: schedule.name,
    description: document.description,
    tags: document.tags,
    cron: schedule.cron,
    timeZone: schedule.timeZone,
    start: iso(start),
    end: iso(end),
    jitterSeconds: schedule.jitterSeconds,
    overlap: schedule.overlap,
    catchUpSeconds: schedule.catchUpSeconds,
    paused: schedule.pausedAt !== null,
    nextFires: nextFires.map((time) => iso(time)),
    lastFire,
    request: requestOf(schedule, api),
  };
}

const UNSHOWN: readonly string[] = ['created', 'updated', '_links', ...UNSCHEDULED_FIELDS];

/** Returns the request in the form of a job's request, without the fields that only jobs have. */
function requestOf(schedule: ScheduleEntity, api: ApiView): object {
  const { job, request } = schedule.document;
  const shown = showRequest({ ...schedule, ...job, request }, api);
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !UNSHOWN.includes(name)));
}

export function showSchedule(shown: ShownSchedule, api: ApiView): Resource<ScheduleResponse> {
  const self = scheduleHref(shown.schedule.id, api.href);
  return resource(scheduleView(shown, api), { self: link(self), fires: link(`${self}/fires`) });
}

/** @param existing ids of jobs that exist. @returns null for a fire without an outcome */
export function fireView(
  { time, outcome, jobId, reason }: FireEntity,
  existing: ReadonlySet<string>,
): FireResponse | null {
  if (outcome === null) return null;
  return { time: iso(time), outcome, jobId: jobId !== null && existing.has(jobId) ? jobId : null, reason };
}
