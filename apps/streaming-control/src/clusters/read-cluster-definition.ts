import { cronProblem } from '../cron/cron-expression';
import { refused } from '../errors/refusals';
import { readSchedulingInfo } from '../scheduling/read-scheduling-info';
import { normalizeSla, slaProblem, type Sla } from './cluster-sla';
import { DEFAULT_MIGRATION, toMigrationConfig } from './migration-config';
import type { JobClusterRequest } from './cluster.dto';
import { OWNER_FIELDS, type ClusterOwner, slaColumns, type JobClusterEntity } from './cluster.entity';

/**
 * Reads a cluster definition from a request: its artifact, and the columns that it sets. The user is not among them, because
 * a cluster keeps the user who created it.
 *
 * @param now default version, and the moment after which a cron spec must fire, ms
 * @param storedCron the cron spec of the cluster to replace
 * @throws 400 with the reason
 */
export function readClusterDefinition(
  request: JobClusterRequest,
  timeZone: string,
  now: number,
  storedCron?: string | null,
) {
  const { jobDefinition: definition, owner } = request;
  const schedulingInfo = readSchedulingInfo(
    definition.schedulingInfo.stages,
    'jobDefinition.schedulingInfo.stages',
  );
  const version = definition.version?.trim() ? definition.version : String(now);
  const columns = {
    parameters: definition.parameters ?? [],
    labels: definition.labels ?? [],
    migrationConfig: definition.migrationConfig
      ? toMigrationConfig(definition.migrationConfig)
      : DEFAULT_MIGRATION,
    ...slaColumns(readSla(definition, (cron) => cronProblem(cron, timeZone, now, storedCron))),
    isReadyForJobMaster: definition.isReadyForJobMaster ?? false,
    owner: Object.fromEntries(OWNER_FIELDS.map((field) => [field, owner?.[field] ?? ''])) as ClusterOwner,
  } satisfies Partial<JobClusterEntity>;
  return { artifact: { version, url: definition.jobJarFileLocation, schedulingInfo }, columns };
}

function readSla(
  definition: JobClusterRequest['jobDefinition'],
  problemOf: (cron: string | null) => string | undefined,
): Sla {
  const { slaMin, slaMax, cronSpec, cronPolicy } = definition;
  const sla = normalizeSla({ min: slaMin ?? 0, max: slaMax ?? 0, cronSpec, cronPolicy });
  const cron = problemOf(sla.cronSpec);
  const problem = slaProblem(sla) ?? (cron && `cronSpec: ${cron}`);
  if (problem) throw refused(`Invalid request payload: ${problem}`);
  return sla;
}
