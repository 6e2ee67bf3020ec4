import { Field, schema } from '@portolan/service';

const { integer, list, maybe, millis, ref, text } = schema;

/** The counts of a worker since its process began; null: it does not count this. */
export class WorkerCountsResponse {
  @Field(integer()) workerNumber!: number;
  @Field(integer()) stageNum!: number;
  @Field(millis('When they were read, ms since the epoch.')) at!: number;
  @Field(maybe(integer('Events that the stage received.'))) eventsIn!: number | null;
  @Field(maybe(integer('Events that the stage emitted.'))) eventsOut!: number | null;
  @Field(maybe(integer('Events that a client or the next stage missed.'))) eventsDropped!: number | null;
  @Field(maybe(integer('Events that the stage itself dropped.'))) inputDropped!: number | null;
}

export class WorkerMetricsResponse {
  @Field(text()) jobId!: string;
  @Field(list(ref(WorkerCountsResponse))) workers!: WorkerCountsResponse[];
  @Field(list(integer(), 'Numbers of started workers that did not answer.')) silent!: number[];
}
