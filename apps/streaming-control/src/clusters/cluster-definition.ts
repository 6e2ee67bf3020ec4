import { refused } from '../errors/errors';
import { readSchedulingInfo, type SchedulingInfo } from '../scheduling/scheduling-info';
import { normalizeSla, slaProblem, type Sla } from '../sla/sla-limits';
import { CronSpecError, QuartzCron } from '../cron/quartz-cron';
import { MigrationStrategy } from '../placement/migration-batch';
import type { ClusterRequest, MigrationConfigRequest } from './cluster.dto';
import type { ClusterOwner, MigrationConfig, Parameter } from './cluster.entity';

/** What a job cluster goes by when its definition names no migration (reference: streams §1.1). */
export const DEFAULT_MIGRATION = {
  strategy: MigrationStrategy.Percentage,
  configString: '{"percentToMove":25,"intervalMs":60000}',
} satisfies MigrationConfig;

/** A cluster definition, read and checked. */
export interface ClusterDefinition {
  name: string;
  user: string;
  url: string;
  version: string;
  schedulingInfo: SchedulingInfo;
  parameters: Parameter[];
  labels: Parameter[];
  migrationConfig: MigrationConfig;
  sla: Sla;
  isReadyForJobMaster: boolean;
  owner: ClusterOwner;
}

/**
 * @param now version of a definition that names none, ms since the epoch
 * @throws 400 `Invalid request payload: <reason>`
 */
export function readClusterDefinition(
  request: ClusterRequest,
  timeZone: string,
  now: number,
): ClusterDefinition {
  const definition = request.jobDefinition;
  const owner = request.owner ?? {};
  return {
    name: definition.name,
    user: definition.user,
    url: definition.jobJarFileLocation,
    version: definition.version?.trim() ? definition.version : String(now),
    schedulingInfo: readSchedulingInfo(definition.schedulingInfo.stages),
    parameters: definition.parameters ?? [],
    labels: definition.labels ?? [],
    migrationConfig: definition.migrationConfig
      ? toMigrationConfig(definition.migrationConfig)
      : DEFAULT_MIGRATION,
    sla: readSla(definition, timeZone),
    isReadyForJobMaster: definition.isReadyForJobMaster ?? false,
    owner: {
      name: owner.name ?? '',
      teamName: owner.teamName ?? '',
      description: owner.description ?? '',
      contactEmail: owner.contactEmail ?? '',
      repo: owner.repo ?? '',
    },
  };
}

export function toMigrationConfig(request: MigrationConfigRequest): MigrationConfig {
  return { strategy: request.strategy, configString: request.configString ?? DEFAULT_MIGRATION.configString };
}

function readSla(definition: ClusterRequest['jobDefinition'], timeZone: string): Sla {
  const { slaMin: min, slaMax: max, cronSpec, cronPolicy } = definition;
  const sla = normalizeSla({ min: min ?? 0, max: max ?? 0, cronSpec, cronPolicy });
  const problem = slaProblem(sla) ?? cronProblem(sla.cronSpec, timeZone);
  if (problem) throw refused(`Invalid request payload: ${problem}`);
  return sla;
}

/** What is wrong with a cron spec; undefined when nothing is, or when there is none. */
export function cronProblem(spec: string | null, timeZone: string): string | undefined {
  if (spec === null) return undefined;
  try {
    QuartzCron.parse(spec, timeZone);
    return undefined;
  } catch (error) {
    if (error instanceof CronSpecError) return error.message;
    throw error;
  }
}
