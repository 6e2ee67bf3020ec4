import { MigrationStrategy, type MigrationConfig } from '../clusters/migration-config';

export interface MigratingJob {
  total: number;
  leaving: number;
  notRunning: number;
  /** When the last batch left, ms since the epoch; undefined before the first. */
  lastMovedAt: number | undefined;
}

const DEFAULT_PERCENT = 10;

/**
 * Returns how many workers of a job leave an inactive agent cluster now (V1-LIFE-12).
 * @param intervalMs pause between two batches of a job that names none
 */
export function migrationBatch(config: MigrationConfig, job: MigratingJob, now: number, intervalMs: number) {
  const percentage =
    config.strategy === MigrationStrategy.Percentage && readPercentage(config.configString, intervalMs);
  const pause = percentage ? percentage.intervalMs : intervalMs;
  if (job.lastMovedAt !== undefined && now - job.lastMovedAt < pause) return 0;
  if (!percentage) return Math.min(job.leaving, 1);
  const share = Math.max(1, Math.ceil((job.total * percentage.percentToMove) / 100));
  return Math.max(0, Math.min(job.leaving, share) - job.notRunning);
}

/** Reads a `PERCENTAGE` configuration; an invalid one means 10 % and the default pause. */
function readPercentage(text: string, intervalMs: number): { percentToMove: number; intervalMs: number } {
  const defaults = { percentToMove: DEFAULT_PERCENT, intervalMs };
  try {
    const read = JSON.parse(text) as Partial<typeof defaults> | null;
    const { percentToMove, intervalMs: pause } = { ...defaults, ...read };
    return isCount(percentToMove) && isCount(pause) ? { percentToMove, intervalMs: pause } : defaults;
  } catch {
    return defaults;
  }
}

const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
