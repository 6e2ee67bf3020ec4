import { Field, schema } from '@portolan/service';
import { DependencyCondition, RetryCause } from '../jobs/job-request.dto';
import { ArchiveStatus } from '../jobs/archive-status';
import { JOB_STATUS } from '../jobs/job-status';
import type { Dependency, JobArray, Retry } from '../jobs/job.entity';
import { CommonResponse, FilesResponse, NEWER, StampsResponse } from '../registry/resource-response.dto';
import { Runtime } from '../registry/runtime.dto';

const { choice, flag, integer, list, map, maybe, moment, named, number, object, ref, text } = schema;

/** A job (V3-JOB-4). */
export class JobResponse extends CommonResponse {
  @Field(JOB_STATUS) status!: string;
  @Field(maybe(text())) statusMsg!: string | null;
  @Field(maybe(moment())) started!: string | null;
  @Field(maybe(moment())) finished!: string | null;
  @Field(maybe(text())) archiveLocation!: string | null;
  @Field(maybe(text())) clusterName!: string | null;
  @Field(maybe(text())) commandName!: string | null;
  @Field(text('ISO 8601 duration.')) runtime!: string;
  @Field(maybe(text())) commandArgs!: string | null;
  @Field(maybe(text()), NEWER) grouping!: string | null;
  @Field(maybe(text()), NEWER) groupingInstance!: string | null;
}

const RETRY = named(
  'Retry',
  object({
    limit: integer('Attempts after the first one.'),
    on: list(choice(RetryCause)),
    exitCodes: list(integer(), 'Exit codes that `exit` retries; empty: all but 0.'),
    delaySeconds: number(),
    factor: number(),
    maxDelaySeconds: number(),
  }),
);

const ARRAY = named(
  'ArraySize',
  object({
    size: integer(),
    indexes: maybe(text('Indexes of the elements that exist; null: all.')),
    maxRunning: maybe(integer()),
  }),
);

const CLUSTER_CRITERION = named('ClusterCriterion', object({ tags: list(text()) }));
const SECRET = named('SecretReference', object({ name: text(), ref: text() }));
const WEBHOOK = named('Webhook', object({ url: text() }));
const DEPENDENCY = named('Dependency', object({ id: text(), condition: choice(DependencyCondition) }));

export class JobRequestViewResponse extends FilesResponse {
  @Field(maybe(text())) commandArgs!: string | null;
  @Field(list(CLUSTER_CRITERION)) clusterCriterias!: { tags: string[] }[];
  @Field(list(text())) commandCriteria!: string[];
  @Field(maybe(text())) group!: string | null;
  @Field(flag()) disableLogArchival!: boolean;
  @Field(maybe(text())) email!: string | null;
  @Field(maybe(integer())) cpu!: number | null;
  @Field(maybe(integer('MB.'))) memory!: number | null;
  @Field(maybe(integer('Seconds.'))) timeout!: number | null;
  @Field(list(text())) applications!: string[];
  @Field(maybe(text()), NEWER) grouping!: string | null;
  @Field(maybe(text()), NEWER) groupingInstance!: string | null;
  @Field(ref(Runtime), NEWER) runtime!: Runtime;
  @Field(list(SECRET, 'References only.'))
  secrets!: { name: string; ref: string }[];
  @Field(maybe(WEBHOOK)) webhook!: { url: string } | null;
  @Field(integer("Among the user's own waiting jobs."), NEWER) priority!: number;
  @Field(maybe(list(DEPENDENCY, 'Jobs to wait for.')), NEWER)
  dependsOn!: Dependency[] | null;
  @Field(maybe(RETRY), NEWER) retry!: Retry | null;
  @Field(maybe(ARRAY), NEWER) array!: JobArray | null;
}

export class JobExecutionResponse extends StampsResponse {
  @Field(maybe(text())) hostName!: string | null;
  @Field(maybe(integer())) processId!: number | null;
  @Field(maybe(integer())) checkDelay!: number | null;
  @Field(maybe(moment('When it is ended.'))) timeout!: string | null;
  @Field(maybe(integer())) exitCode!: number | null;
  @Field(maybe(integer('MB.'))) memory!: number | null;
  @Field(choice(ArchiveStatus), NEWER) archiveStatus!: ArchiveStatus;
  @Field(maybe(map(text())), NEWER) launcherExt!: Record<string, string> | null;
  @Field(maybe(ref(Runtime)), NEWER) runtime!: Runtime | null;
}

/** The origin of a job and the size of its output. */
export class JobMetadataResponse extends StampsResponse {
  @Field(maybe(text())) clientHost!: string | null;
  @Field(maybe(text())) userAgent!: string | null;
  @Field(integer()) numAttachments!: number;
  @Field(integer('Bytes.')) totalSizeOfAttachments!: number;
  @Field(maybe(integer('Bytes.'))) stdOutSize!: number | null;
  @Field(maybe(integer('Bytes.'))) stdErrSize!: number | null;
}
