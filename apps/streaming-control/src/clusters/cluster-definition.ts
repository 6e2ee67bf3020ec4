import { CronSpecError } from '@portolan/service';
import { readCronSpec } from '../cron/cron-spec';
import { refused } from '../errors/errors';
import { readSchedulingInfo } from '../scheduling/scheduling-info';
import {
  MigrationStrategy,
  OWNER_FIELDS,
  normalizeSla,
  slaProblem,
  type ClusterOwner,
  type MigrationConfig,
  type Sla,
} from './cluster-parts';
import type { JobClusterRequest, MigrationConfigRequest } from './cluster.dto';
import { slaColumns, type JobClusterEntity } from './cluster.entity';

/** The default migration strategy of a definition (V1-CLUSTER-17). */
const DEFAULT_MIGRATION = {
  strategy: MigrationStrategy.Percentage,
  configString: '{"percentToMove":25,"intervalMs":60000}',
} satisfies MigrationConfig;

/**
 * Reads a cluster definition from a request: its artifact, and the columns that it sets. The user is not among them, because
 * a cluster keeps the user who created it.
 *
 * @param now default version, ms
 * @throws 400 with the reason
 */
export function readClusterDefinition(request: JobClusterRequest, timeZone: string, now: number) {
  const { jobDefinition: definition, owner } = request;
  const schedulingInfo = readSchedulingInfo(definition.schedulingInfo.stages);
  const version = definition.version?.trim() ? definition.version : String(now);
  const columns = {
    parameters: definition.parameters ?? [],
    labels: definition.labels ?? [],
    migrationConfig: definition.migrationConfig
      ? toMigrationConfig(definition.migrationConfig)
      : DEFAULT_MIGRATION,
    ...slaColumns(readSla(definition, timeZone)),
    isReadyForJobMaster: definition.isReadyForJobMaster ?? false,
    owner: Object.fromEntries(OWNER_FIELDS.map((field) => [field, owner?.[field] ?? ''])) as ClusterOwner,
  } satisfies Partial<JobClusterEntity>;
  return { artifact: { version, url: definition.jobJarFileLocation, schedulingInfo }, columns };
}

export const toMigrationConfig = ({ strategy, configString }: MigrationConfigRequest): MigrationConfig => ({
  strategy,
  configString: configString ?? DEFAULT_MIGRATION.configString,
});

function readSla(definition: JobClusterRequest['jobDefinition'], timeZone: string): Sla {
  const { slaMin, slaMax, cronSpec, cronPolicy } = definition;
  const sla = normalizeSla({ min: slaMin ?? 0, max: slaMax ?? 0, cronSpec, cronPolicy });
  const problem = slaProblem(sla) ?? cronProblem(sla.cronSpec, timeZone);
  if (problem) throw refused(`Invalid request payload: ${problem}`);
  return sla;
}

/** Returns the problem of a cron spec; undefined when it is valid, or absent. */
export function cronProblem(spec: string | null, timeZone: string): string | undefined {
  try {
    if (spec !== null) readCronSpec(spec, timeZone);
    return undefined;
  } catch (error) {
    if (error instanceof CronSpecError) return error.message;
    throw error;
  }
}
