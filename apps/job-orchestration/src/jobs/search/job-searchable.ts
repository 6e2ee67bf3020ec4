import type { Release } from '../../releases/release';
import { JOB_FILTERS, JOB_STATES } from '../../releases/release-table';
import { statusCondition } from '../../search/filters';
import {
  byExactText,
  byTags,
  byText,
  before,
  from,
  COMMON_SORT,
  parted,
  repeatable,
  type Filter,
  type Searchable,
} from '../../search/searchable';

/** One of several states as the release knows them; one may stand for several of ours. */
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

/** How jobs are searched (job-orchestration-v3, Job search filters; the last two: reference jobs §1.6). */
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
  const { without } = JOB_FILTERS[release];
  return {
    filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !without.includes(name))),
    sortable: [...COMMON_SORT, 'started', 'finished', 'clusterName', 'commandName'],
  };
}
