import type { MigrationConfig } from '../clusters/cluster.entity';

/** How a job's workers leave an agent cluster that is not active any more. */
export const MigrationStrategy = { OneWorker: 'ONE_WORKER', Percentage: 'PERCENTAGE' } as const;
export type MigrationStrategy = (typeof MigrationStrategy)[keyof typeof MigrationStrategy];

/** The workers of a job. */
export interface MigratingJob {
  total: number;
  /** Those that are to leave. */
  leaving: number;
  /** Those that do not run (yet). */
  notRunning: number;
  /** When the last ones left, ms since the epoch; undefined: none has yet. */
  lastMovedAt: number | undefined;
}

const DEFAULT_PERCENT = 10;

/**
 * How many workers of a job leave now (reference: streams §6.4).
 *
 * @param intervalMs between two batches where the job says nothing
 */
export function migrationBatch(
  config: MigrationConfig,
  job: MigratingJob,
  now: number,
  intervalMs: number,
): number {
  const percentage = config.strategy === MigrationStrategy.Percentage;
  const { percentToMove, intervalMs: pauseMs } = readPercentage(config.configString, intervalMs);
  const pause = percentage ? pauseMs : intervalMs;
  if (job.lastMovedAt !== undefined && now - job.lastMovedAt < pause) return 0;
  if (!percentage) return Math.min(job.leaving, 1);
  const share = Math.max(1, Math.ceil((job.total * percentToMove) / 100));
  return Math.max(0, Math.min(job.leaving, share) - job.notRunning);
}

/** What a `PERCENTAGE` configuration says; anything that can't be read is 10 % and the default pause. */
function readPercentage(text: string, intervalMs: number): { percentToMove: number; intervalMs: number } {
  const usual = { percentToMove: DEFAULT_PERCENT, intervalMs };
  try {
    const read = JSON.parse(text) as Partial<typeof usual> | null;
    const { percentToMove, intervalMs: pause } = { ...usual, ...read };
    return isCount(percentToMove) && isCount(pause) ? { percentToMove, intervalMs: pause } : usual;
  } catch {
    return usual;
  }
}

const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
