import { createHash } from 'node:crypto';

/** `-20261125T034000Z` */
const SUFFIX_LENGTH = 17;

/** Longest id of a schedule whose jobs have ids of at most 255 characters. */
export const SCHEDULE_ID_LIMIT = 255 - SUFFIX_LENGTH;

/** Returns the id of the job of a fire: `nightly-20261125T034000Z`. @param time ms since the epoch, a whole second */
export const fireJobId = (scheduleId: string, time: number): string =>
  `${scheduleId}-${new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')}`;

/** Reports whether a job's id has the form of those of fires. */
export const isFireJobId = (jobId: string): boolean => /-\d{8}T\d{6}Z$/.test(jobId);

/** Returns how long the start of a fire is delayed, ms: a whole number of seconds from 0 to `jitterSeconds`, the same each time. */
export function jitterMsOf(scheduleId: string, time: number, jitterSeconds: number): number {
  if (jitterSeconds === 0) return 0;
  const hash = createHash('sha256').update(`${time} ${scheduleId}`).digest();
  return (hash.readUInt32BE() % (jitterSeconds + 1)) * 1000;
}
