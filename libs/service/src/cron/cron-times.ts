import { Cron } from 'croner';
import {
  CronSpecError,
  crontabPatterns,
  quartzPatterns,
  type CronPatterns,
  type QuartzOptions,
} from './cron-syntax';
import { TimeZone } from './time-zone';

const DAY_MS = 86_400_000;

/** The times that a cron expression describes in a time zone, ms since the epoch. */
export class CronTimes {
  /** The library finds local times, as if they were in UTC; this class applies changes of the clock. */
  private readonly crons: readonly Cron[];
  private readonly isHourly: boolean;

  private constructor(
    { patterns, isHourly, bothDays, sundayIs1 }: CronPatterns,
    private readonly zone: TimeZone,
  ) {
    const options = { paused: true, mode: '7-part', utcOffset: 0 } as const;
    this.isHourly = isHourly;
    this.crons = patterns.map(
      (pattern) => new Cron(pattern, { ...options, domAndDow: bothDays, alternativeWeekdays: sundayIs1 }),
    );
  }

  /**
   * Parses a crontab line (five fields), or a Quartz expression (six or seven), in which both day fields may be `*`.
   * @param timeZone IANA name
   * @throws {@link CronSpecError}
   */
  static parse(spec: string, timeZone: string): CronTimes {
    const count = spec.split(/\s+/).filter((field) => field !== '').length;
    if (count === 6 || count === 7) return CronTimes.quartz(spec, timeZone, { allowsEveryDay: true });
    return CronTimes.read(spec, timeZone, () => {
      if (count === 5) return crontabPatterns(spec);
      throw new CronSpecError(`five fields (crontab), or six or seven (Quartz) are required, not ${count}`);
    });
  }

  /** Parses a Quartz expression. @throws {@link CronSpecError} */
  static quartz(spec: string, timeZone: string, options: QuartzOptions = {}): CronTimes {
    return CronTimes.read(spec, timeZone, () => quartzPatterns(spec, options));
  }

  private static read(spec: string, timeZone: string, read: () => CronPatterns): CronTimes {
    const zone = TimeZone.named(timeZone);
    if (!zone) throw new CronSpecError(`${timeZone} is not a time zone`);
    try {
      return new CronTimes(read(), zone);
    } catch (error) {
      throw new CronSpecError(`${spec}: ${error instanceof Error ? error.message : 'invalid'}`);
    }
  }

  /** Returns the first time after `after`; undefined when there is none. */
  nextAfter(after: number): number | undefined {
    return this.isHourly ? this.nextElapsed(after) : this.nextDaily(after);
  }

  /**
   * A daily time that a change of the clock skips moves to the end of the gap (several skipped times together); a repeated time
   * counts at its first occurrence. So moments have the order of their local times.
   */
  private nextDaily(after: number): number | undefined {
    let local = this.localAfter(after + this.zone.offsetAt(after));
    while (local !== undefined) {
      const moment = this.zone.momentOf(local);
      if (moment > after) return moment;
      local = this.localAfter(local);
    }
    return undefined;
  }

  /** An expression that names every hour follows elapsed time: every moment with a matching local time counts. */
  private nextElapsed(after: number): number | undefined {
    for (let from = after; ;) {
      const offset = this.zone.offsetAt(from);
      const local = this.localAfter(from + offset);
      const moment = local === undefined ? Infinity : local - offset;
      const change = this.zone.changeBetween(from, Math.min(moment, from + 3 * DAY_MS));
      // The offset holds until the change, which may also repeat local times.
      if (change !== undefined) {
        if (this.localAt(change)) return change;
        from = change;
      } else if (moment <= from + 3 * DAY_MS) return moment;
      else if (moment === Infinity) return undefined;
      else from = moment - 2 * DAY_MS;
    }
  }

  private localAt(moment: number): boolean {
    const local = moment + this.zone.offsetAt(moment);
    return this.localAfter(local - 1) === local;
  }

  private localAfter(local: number): number | undefined {
    const times = this.crons.flatMap((cron) => cron.nextRun(new Date(local))?.getTime() ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }
}

/** Reports whether a text is an IANA name of a time zone, in any case. Offsets such as `+01:00` are not. */
export const isTimeZone = (name: string): boolean => TimeZone.named(name) !== undefined;
