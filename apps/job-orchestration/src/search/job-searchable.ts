import { MISSING_JOB_FILTERS, type Release } from '../releases/release-table';
import { JOB_STATES } from '../jobs/job-status';
import { NO_ARRAY } from '../jobs/job.entity';
import { statusCondition, type Condition } from '../query/filters';
import {
  COMMON_SORT,
  before,
  byExactText,
  byTags,
  byText,
  from,
  splitAtCommas,
  repeatable,
  type Filter,
  type Searchable,
} from '../query/searchable';

/** Returns a filter for one of several states of the release; such a state may stand for several stored ones. */
function byStates(release: Release): Filter {
  const states = JOB_STATES[release];
  const filter = repeatable((_name, values) => {
    const names = Object.fromEntries(Object.keys(states).map((name) => [name, name]));
    const { where, parameters } = statusCondition(names, 'job', splitAtCommas(values));
    const asked = (parameters.statuses as string[]).flatMap((name) => states[name] ?? []);
    return [{ where, parameters: { statuses: asked } }];
  });
  return Object.assign(filter, { allowed: Object.keys(states) });
}

const byArray: Filter = (name, [value = '']) => [
  { where: `row.arrayId = :${name}`, parameters: { [name]: value }, indexedBy: { kind: 'scope' } },
];

/** Searches without the filter `array` leave out elements of arrays. */
const NO_ELEMENTS: Condition = {
  where: 'row.arrayId = :noArray',
  parameters: { noArray: NO_ARRAY },
  indexedBy: { kind: 'scope' },
};

function completed(conditions: Condition[]): Condition[] {
  const isOfArray = conditions.some(({ indexedBy }) => indexedBy?.kind === 'scope');
  return isOfArray ? conditions.map(byTagsOfArray) : [...conditions, NO_ELEMENTS];
}

/** Elements have the tags of their array, which alone are stored. */
function byTagsOfArray(condition: Condition): Condition {
  const { where, parameters } = condition;
  if (!where.includes('job_tags')) return condition;
  return { where: where.replaceAll('row.id', 'row.arrayId'), parameters };
}

/** Returns the filters and sort fields of jobs (V3-JOB-16; docs/contract/jobs.md, Search parameters). */
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
    arrayId: byArray,
    nodeId: byExactText,
  };
  const without = MISSING_JOB_FILTERS[release];
  return {
    filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !without.includes(name))),
    sortable: [...COMMON_SORT, 'started', 'finished', 'clusterName', 'commandName'],
    complete: completed,
  };
}
