import type { SchedulingInfo } from '../scheduling/scheduling-info';
import type { ClusterEntity, ClusterVersionEntity } from './cluster.entity';

export type ClusterRecord = ReturnType<typeof clusterRecord>;

/** The job cluster record (streaming-control-v1, Job cluster record). @param versions oldest first */
export function clusterRecord(cluster: ClusterEntity, versions: readonly ClusterVersionEntity[]) {
  const cronActive = !cluster.disabled && cluster.cronSpec !== null;
  return {
    name: cluster.name,
    jars: versions.map(({ url, uploadedAt, version, schedulingInfo }) => ({
      url,
      uploadedAt,
      version,
      schedulingInfo: schedulingInfo satisfies SchedulingInfo,
    })),
    sla: {
      min: cluster.slaMin,
      max: cluster.slaMax,
      cronSpec: cluster.cronSpec,
      cronPolicy: cluster.cronPolicy,
    },
    parameters: cluster.parameters,
    owner: cluster.owner,
    lastJobCount: cluster.lastJobCount,
    disabled: cluster.disabled,
    isReadyForJobMaster: cluster.isReadyForJobMaster,
    migrationConfig: cluster.migrationConfig,
    labels: cluster.labels,
    cronActive,
    latestVersion: versions.at(-1)?.version ?? '',
  };
}
