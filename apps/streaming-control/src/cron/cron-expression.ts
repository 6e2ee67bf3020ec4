import { CronSpecError, CronTimes } from '@portolan/service';

/** Reports whether a spec is absent, null or blank: no cron. */
export const isBlankCron = (spec: string | null | undefined): spec is null | undefined | '' =>
  spec == null || spec.trim() === '';

/**
 * Parses a Quartz expression whose seconds are not `*` (V1-CRON-1).
 * @param timeZone IANA name of the time zone of the fields
 * @throws {@link CronSpecError}
 */
export function readCronSpec(spec: string, timeZone: string): CronTimes {
  const times = CronTimes.quartz(spec, timeZone);
  if (spec.trim().startsWith('*'))
    throw new CronSpecError(`Cron expression cannot have '*' in the SECONDS (first) position : ${spec}`);
  return times;
}

/**
 * Returns the problem of a cron spec that begins now; undefined when it is valid, or absent.
 * @param stored the spec to replace. The same spec may have had its last fire (V1-CRON-8)
 */
export function cronProblem(
  spec: string | null,
  timeZone: string,
  now: number,
  stored?: string | null,
): string | undefined {
  try {
    if (spec === null) return undefined;
    const times = readCronSpec(spec, timeZone);
    if (spec === stored || times.nextAfter(now) !== undefined) return undefined;
    return `${spec}: it will never fire: name a day that is still to come`;
  } catch (error) {
    if (error instanceof CronSpecError) return error.message;
    throw error;
  }
}
