import { Field, locationFor, schema, type Principal } from '@portolan/service';
import { PageResponse } from '../query/list-page';
import { orSomeFields } from '../query/some-fields';
import { SchedulingInfo } from '../scheduling/stage-response';
import { CronPolicy, type Sla } from './cluster-sla';
import { MigrationConfig } from './migration-config';
import { NameAndValue } from './name-and-value';
import {
  OWNER_FIELDS,
  type ClusterOwner,
  slaOf,
  type ArtifactVersion,
  type JobClusterEntity,
  type JobClusterVersionEntity,
} from './cluster.entity';

const { choice, flag, integer, list, maybe, millis, named, object, ref, text } = schema;

const VERSION = { url: text(), uploadedAt: millis(), version: text(), schedulingInfo: ref(SchedulingInfo) };
const CRON = { cronSpec: maybe(text()), cronPolicy: maybe(choice(CronPolicy)) };
const OWNER = Object.fromEntries(OWNER_FIELDS.map((field) => [field, text()]));

/** The record of a job cluster (V1-FIELD-8). */
export class JobClusterResponse {
  @Field(text()) name!: string;
  @Field(list(named('ArtifactVersion', object(VERSION)), 'Its versions, the oldest first.'))
  jars!: (ArtifactVersion & {
    uploadedAt: number;
  })[];
  @Field(named('ClusterSla', object({ min: integer(), max: integer(), ...CRON }))) sla!: Sla;
  @Field(list(ref(NameAndValue))) parameters!: NameAndValue[];
  @Field(named('Owner', object(OWNER))) owner!: ClusterOwner;
  @Field(integer('Number of the newest job.')) lastJobCount!: number;
  @Field(flag()) disabled!: boolean;
  @Field(flag()) isReadyForJobMaster!: boolean;
  @Field(ref(MigrationConfig)) migrationConfig!: MigrationConfig;
  @Field(list(ref(NameAndValue))) labels!: NameAndValue[];
  @Field(flag()) cronActive!: boolean;
  @Field(text()) latestVersion!: string;
}

export class JobClusterPageResponse extends PageResponse {
  @Field(list(orSomeFields(ref(JobClusterResponse)))) list!: object[];
}

/** Maps a cluster to its record; only the owner and admins see credentials in addresses. @param versions oldest first */
export function clusterRecord(
  cluster: JobClusterEntity,
  versions: readonly JobClusterVersionEntity[],
  caller: Principal | undefined,
): JobClusterResponse {
  return {
    name: cluster.name,
    jars: versions.map(({ url, uploadedAt, version, schedulingInfo }) => ({
      url: locationFor(caller, cluster.user, url),
      uploadedAt,
      version,
      schedulingInfo,
    })),
    sla: slaOf(cluster),
    parameters: cluster.parameters,
    owner: cluster.owner,
    lastJobCount: cluster.lastJobCount,
    disabled: cluster.disabled,
    isReadyForJobMaster: cluster.isReadyForJobMaster,
    migrationConfig: cluster.migrationConfig,
    labels: cluster.labels,
    cronActive: !cluster.disabled && cluster.cronSpec !== null,
    latestVersion: versions.at(-1)?.version ?? '',
  };
}
