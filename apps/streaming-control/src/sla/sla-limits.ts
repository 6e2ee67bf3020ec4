import { isBlankCron } from '../cron/quartz-cron';

/** What a cron that fires while a job runs does (streaming-control-v1, Cron rules). */
export const CronPolicy = { KeepExisting: 'KEEP_EXISTING', KeepNew: 'KEEP_NEW' } as const;
export type CronPolicy = (typeof CronPolicy)[keyof typeof CronPolicy];

/** The SLA of a cluster. Without a cron spec there is no policy. */
export interface Sla {
  min: number;
  max: number;
  cronSpec: string | null;
  cronPolicy: CronPolicy | null;
}

const MAX_MIN = 5;
const MAX_MAX = 100;

/** Applies the rule that a cron spec sets min to 0 and max to 1, and that a blank one is none. */
export function normalizeSla(sla: {
  min: number;
  max: number;
  cronSpec?: string | null | undefined;
  cronPolicy?: CronPolicy | null | undefined;
}): Sla {
  if (isBlankCron(sla.cronSpec)) return { min: sla.min, max: sla.max, cronSpec: null, cronPolicy: null };
  return { min: 0, max: 1, cronSpec: sla.cronSpec, cronPolicy: sla.cronPolicy ?? CronPolicy.KeepExisting };
}

/** What is wrong with the bounds (reference: streams §3.6); undefined when nothing is. */
export function slaProblem({ min, max }: { min: number; max: number }): string | undefined {
  if (max < min) return `Cannot have max=${max} < min=${min}`;
  if (min > MAX_MIN) return `Specified min sla value ${min} cannot be >${MAX_MIN}`;
  if (max > MAX_MAX) return `Max sla value ${max} cannot be >${MAX_MAX}`;
  return undefined;
}
