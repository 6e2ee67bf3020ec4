import { MISSING_JOB_FILTERS, type Release } from '../releases/release-table';
import { JOB_STATES } from '../jobs/job-status';
import { statusCondition } from '../query/filters';
import {
  COMMON_SORT,
  before,
  byExactText,
  byTags,
  byText,
  from,
  parted,
  repeatable,
  type Filter,
  type Searchable,
} from '../query/searchable';

/** A filter for one of several states of the release; such a state may stand for several stored ones. */
function byStates(release: Release): Filter {
  const states = JOB_STATES[release];
  const filter = repeatable((_name, values) => {
    const names = Object.fromEntries(Object.keys(states).map((name) => [name, name]));
    const { where, parameters } = statusCondition(names, 'job', parted(values));
    const asked = (parameters.statuses as string[]).flatMap((name) => states[name] ?? []);
    return [{ where, parameters: { statuses: asked } }];
  });
  return Object.assign(filter, { allowed: Object.keys(states) });
}

/** The filters and sort fields of jobs (V3-JOB-16; docs/contract/jobs.md, Search parameters). */
export function jobSearchable(release: Release): Searchable {
  const filters: Record<string, Filter> = {
    id: byText,
    name: byText,
    user: byText,
    status: byStates(release),
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
  };
  const without = MISSING_JOB_FILTERS[release];
  return {
    filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !without.includes(name))),
    sortable: [...COMMON_SORT, 'started', 'finished', 'clusterName', 'commandName'],
  };
}
