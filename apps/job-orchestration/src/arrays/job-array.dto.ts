import { Field, schema } from '@portolan/service';
import type { JobStatus } from '../jobs/job-status';

const { integer, list, map, maybe } = schema;

/** An array and its elements. */
export class JobArrayResponse {
  @Field(integer()) size!: number;
  @Field(integer('Number of elements that exist: without `indexes` the size.')) elements!: number;
  @Field(maybe(integer())) maxRunning!: number | null;
  @Field(map(integer(), 'Elements by status; statuses that none has are left out.'))
  counts!: Partial<Record<JobStatus, number>>;
  @Field(list(integer(), 'Indexes of the first 100 elements that failed.')) failed!: number[];
}

export const EXAMPLE_ARRAY: JobArrayResponse = {
  size: 100,
  elements: 100,
  maxRunning: 10,
  counts: { ACCEPTED: 40, RUNNING: 10, SUCCEEDED: 49, FAILED: 1 },
  failed: [17],
};
