import {
  multiple,
  readConditions,
  single,
  statusCondition,
  tagConditions,
  textCondition,
  timeCondition,
  type Condition,
} from '../search/filters';
import type { Query } from '../search/paging';
import { JobStatus } from './job-status';

/** Search filters in the order in which they are shown (reference: jobs §3). */
export const JOB_FILTERS = [
  'id',
  'name',
  'user',
  'status',
  'tag',
  'clusterName',
  'clusterId',
  'commandName',
  'commandId',
  'minStarted',
  'maxStarted',
  'minFinished',
  'maxFinished',
  'grouping',
  'groupingInstance',
] as const;

/** Names that a search may sort by, with their properties. */
export const JOB_SORT = Object.fromEntries(
  [
    'id',
    'name',
    'user',
    'status',
    'version',
    'created',
    'updated',
    'started',
    'finished',
    'clusterName',
    'commandName',
  ].map((name) => [name, name]),
);

/** What a search of jobs asks the database (job-orchestration-v3, Job search filters). */
export function jobConditions(query: Query): Condition[] {
  return readConditions(query, JOB_FILTERS, (name) => {
    const value = single(query, name) ?? '';
    switch (name) {
      case 'status':
        return [statusCondition(JobStatus, 'job', multiple(query, name))];
      case 'tag':
        return tagConditions({ name: 'job_tags', owner: 'job_id' }, multiple(query, name), false);
      case 'clusterId':
      case 'commandId':
        return [{ where: `row.${name} = :${name}`, parameters: { [name]: value } }];
      case 'minStarted':
        return [timeCondition('started', name, '>=', value)];
      case 'maxStarted':
        return [timeCondition('started', name, '<', value)];
      case 'minFinished':
        return [timeCondition('finished', name, '>=', value)];
      case 'maxFinished':
        return [timeCondition('finished', name, '<', value)];
      default:
        return [textCondition(name, name, value)];
    }
  });
}
