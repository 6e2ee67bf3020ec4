import { byExactText, byStatus, byTags, byText, before, from, COMMON_SORT } from '../search/searchable';
import type { Searchable } from '../search/searchable';
import { JobStatus } from './job-status';

/** How jobs are searched (job-orchestration-v3, Job search filters; the last two: reference jobs §1.6). */
export const JOB_SEARCHABLE: Searchable = {
  filters: {
    id: byText,
    name: byText,
    user: byText,
    status: byStatus(JobStatus, 'job'),
    tag: byTags({ name: 'job_tags', owner: 'job_id' }, false),
    clusterName: byText,
    clusterId: byExactText,
    commandName: byText,
    commandId: byExactText,
    minStarted: from('started'),
    maxStarted: before('started'),
    minFinished: from('finished'),
    maxFinished: before('finished'),
    grouping: byText,
    groupingInstance: byText,
  },
  sortable: [...COMMON_SORT, 'started', 'finished', 'clusterName', 'commandName'],
};
