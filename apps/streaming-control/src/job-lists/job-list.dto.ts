import { ApiProperty } from '@nestjs/swagger';
import { IntegerParameters, Flag, Numeric, OneOf, Text } from '@portolan/validation';
import { JOB_ID_PATTERN } from '../jobs/job-id';
import { OnePart, type JobPart } from '../jobs/job-query.dto';
import { WorkerMetaState } from '../jobs/worker-states';
import { ListQuery } from '../query/list-query.dto';
import { SortBy } from '../query/sort-by';
import { JOB_SORT_FIELDS } from './job-list-order';

/** Query of the job lists (V1-JOB-11 to V1-JOB-18). */
export class JobListQuery extends ListQuery {
  @SortBy(JOB_SORT_FIELDS) declare sortBy?: string;
  @Numeric({ optional: true, coerce: 'parameter', integer: true, min: 1, description: 'Per cluster' })
  limit?: number;
  @Flag({ optional: true, coerce: 'parameter' }) activeOnly?: boolean;
  @OneOf({ Active: 'Active', Terminal: 'Terminal' }, { optional: true, ignoreCase: true }) jobState?:
    'Active' | 'Terminal';
  @Text({ optional: true, description: 'Comma-separated name=value' }) labels?: string;
  @OneOf({ or: 'or', and: 'and' }, { optional: true, ignoreCase: true }) 'labels.op'?: 'or' | 'and';
  /** The part of a record to which `fields` applies (V1-JOB-20). */
  @OnePart() fromObj?: JobPart;
  @IntegerParameters({ description: 'Repeatable: only jobs with workers of these stages' })
  stageNumber?: number[];
  @IntegerParameters() workerIndex?: number[];
  @IntegerParameters() workerNumber?: number[];
  @OneOf(WorkerMetaState, { optional: true, ignoreCase: true }) workerState?: WorkerMetaState;
  @Text({ optional: true, description: 'Job id: only finished jobs with a lower number' })
  @ApiProperty({ pattern: JOB_ID_PATTERN.source })
  startJobIdExclusive?: string;
}
