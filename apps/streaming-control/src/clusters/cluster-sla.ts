import { isBlankCron } from '../cron/cron-expression';

/** The effect of a cron fire while a job runs (V1-CRON-4, V1-CRON-5). */
export const CronPolicy = { KeepExisting: 'KEEP_EXISTING', KeepNew: 'KEEP_NEW' } as const;
export type CronPolicy = (typeof CronPolicy)[keyof typeof CronPolicy];

/** The SLA of a cluster. Without a cron spec there is no policy. */
export interface Sla {
  min: number;
  max: number;
  cronSpec: string | null;
  cronPolicy: CronPolicy | null;
}

type Bounds = Pick<Sla, 'min' | 'max'>;

const MAX_MIN = 5;
const MAX_MAX = 100;

/** Normalizes an SLA: a cron spec sets min to 0 and max to 1 (V1-FIELD-7), and a blank one counts as absent. */
export function normalizeSla({ min, max, cronSpec, cronPolicy }: Partial<Sla> & Bounds): Sla {
  if (isBlankCron(cronSpec)) return { min, max, cronSpec: null, cronPolicy: null };
  return { min: 0, max: 1, cronSpec, cronPolicy: cronPolicy ?? CronPolicy.KeepExisting };
}

/** Returns the problem of the bounds (docs/contract/streams.md#sla); undefined when there is none. */
export function slaProblem({ min, max }: Bounds): string | undefined {
  if (max < min) return `Cannot have max=${max} < min=${min}`;
  if (min > MAX_MIN) return `Specified min sla value ${min} cannot be >${MAX_MIN}`;
  if (max > MAX_MAX) return `Max sla value ${max} cannot be >${MAX_MAX}`;
  return undefined;
}
