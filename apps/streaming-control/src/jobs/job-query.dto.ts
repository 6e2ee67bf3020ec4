import { Numeric, OneOf, Text } from '@portolan/validation';
import { ListQuery } from '../query/list-query.dto';
import { SortBy } from '../query/sort-by';
import { FieldsQuery } from '../query/query-parameters.dto';
import type { WorkerResponse } from './job-record.dto';

/** The parts of a job record that `fields` can apply to. */
const JobPart = {
  Metadata: 'jobMetadata',
  Stages: 'stageMetadataList',
  Workers: 'workerMetadataList',
} as const;
export type JobPart = (typeof JobPart)[keyof typeof JobPart];

const ON_PART = 'The part of the record that `fields` applies to; absent: the record';

/** The query parameter `fromObj` of jobs. */
export const OnePart = (): PropertyDecorator => OneOf(JobPart, { optional: true, description: ON_PART });

/** Query of a single job: `fields` of the record or of one of its parts, as in lists. */
export class JobFieldsQuery extends FieldsQuery {
  @OnePart() fromObj?: JobPart;
  @Text({ optional: true, description: 'Without effect; existing clients send it' }) compact?: string;
  @Text({ optional: true, description: 'Without effect; existing clients send it' }) archived?: string;
}

const WORKER_SORT_FIELDS: (keyof WorkerResponse)[][] = [
  ['workerIndex', 'workerNumber', 'jobId', 'stageNum'],
  ['numberOfPorts', 'metricsPort', 'consolePort', 'debugPort', 'customPort'],
  ['state', 'slave', 'slaveID', 'cluster', 'resourceCluster'],
  ['acceptedAt', 'launchedAt', 'startingAt', 'startedAt', 'completedAt'],
  ['reason', 'resubmitOf', 'totalResubmitCount'],
];

export class ArchivedWorkersQuery extends ListQuery {
  @SortBy(WORKER_SORT_FIELDS.flat()) declare sortBy?: string;
  @Numeric({ optional: true, coerce: 'parameter', integer: true, min: 1 }) limit?: number;
}
