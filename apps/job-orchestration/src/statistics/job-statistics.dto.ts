import { Field, schema } from '@portolan/service';

const { integer, list, maybe, moment, ref } = schema;

/** Times from submission to first start of the jobs that started in an hour. */
export class WaitsResponse {
  @Field(integer('Median, ms.')) p50Ms!: number;
  @Field(integer('95th percentile, ms.')) p95Ms!: number;
  @Field(integer('The longest one, ms.')) maxMs!: number;
}

export class HourResponse {
  @Field(moment()) from!: string;
  @Field(integer('Jobs that started.')) started!: number;
  @Field(integer()) succeeded!: number;
  @Field(integer()) failed!: number;
  @Field(integer()) killed!: number;
  @Field(maybe(ref(WaitsResponse))) waits!: WaitsResponse | null;
}

/** The jobs of the last day by hour, the current hour last. Elements of arrays do not count. */
export class JobStatisticsResponse {
  @Field(list(ref(HourResponse))) hours!: HourResponse[];
}

export const EXAMPLE_STATISTICS: JobStatisticsResponse = {
  hours: [
    {
      from: '2026-03-01T04:00:00.000Z',
      started: 120,
      succeeded: 114,
      failed: 5,
      killed: 1,
      waits: { p50Ms: 812, p95Ms: 14_263, maxMs: 61_858 },
    },
  ],
};
