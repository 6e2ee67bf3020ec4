import { Field, schema } from '@portolan/service';
import { ApplicationStatus, ClusterStatus, CommandStatus } from './resource.dto';
import { Runtime } from './runtime.dto';

const { anything, choice, integer, list, maybe, moment, ref, text } = schema;

/** Marks a field that only some releases show (V3-REL-2, V3-REL-3, V3-REL-4). */
export const NEWER = { optional: true } as const;

/** The times at which a document was stored and changed. */
export abstract class StampsResponse {
  @Field(text()) id!: string;
  @Field(moment()) created!: string;
  @Field(moment()) updated!: string;
}

/** The fields that every view begins with. */
export abstract class CommonResponse extends StampsResponse {
  @Field(text()) version!: string;
  @Field(text()) user!: string;
  @Field(text()) name!: string;
  @Field(maybe(text()), NEWER) description!: string | null;
  @Field(maybe(anything()), NEWER) metadata!: Record<string, unknown> | null;
  @Field(list(text())) tags!: readonly string[];
}

/** Fields of resources that name files: configs, dependencies, setup file. */
export abstract class FilesResponse extends CommonResponse {
  @Field(list(text())) configs!: readonly string[];
  @Field(list(text())) dependencies!: readonly string[];
  @Field(maybe(text())) setupFile!: string | null;
}

export class ApplicationResponse extends FilesResponse {
  @Field(choice(ApplicationStatus)) status!: string;
  @Field(maybe(text('Groups applications: a tool family.'))) type!: string | null;
}

export class ClusterResponse extends FilesResponse {
  @Field(choice(ClusterStatus)) status!: string;
}

/** A criterion of a command for its clusters. */
export class CriterionResponse {
  @Field(maybe(text())) id!: string | null;
  @Field(maybe(text())) name!: string | null;
  @Field(maybe(text())) version!: string | null;
  @Field(maybe(text())) status!: string | null;
  @Field(list(text())) tags!: readonly string[];
}

export class CommandResponse extends FilesResponse {
  @Field(choice(CommandStatus)) status!: string;
  @Field(text()) executable!: string;
  @Field(list(text()), NEWER) executableAndArguments!: readonly string[];
  @Field(integer('Milliseconds.')) checkDelay!: number;
  @Field(maybe(integer('Default MB of jobs.'))) memory!: number | null;
  @Field(list(ref(CriterionResponse), 'In order of priority.'), NEWER)
  clusterCriteria!: readonly CriterionResponse[];
  @Field(ref(Runtime), NEWER) runtime!: Runtime;
}

export class ResolvedClustersResponse {
  @Field(ref(CriterionResponse)) criterion!: CriterionResponse;
  @Field(list(schema.extended(ClusterResponse, {}, 'ResolvedCluster'))) resources!: object[];
}
