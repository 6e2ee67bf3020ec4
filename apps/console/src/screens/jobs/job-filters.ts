import type { Release } from '../../api/use-release';
import { STATUSES, isFinal } from '../../api/job-states';

/** Filters of the search of jobs that the screen offers, by their name in the API and in the address. */
export const FILTERS = {
  name: 'Name',
  user: 'User',
  tag: 'Tag',
  clusterName: 'Cluster',
  commandName: 'Command',
  nodeId: 'Node',
  id: 'Id',
  clusterId: 'Cluster id',
  commandId: 'Command id',
  grouping: 'Grouping',
  groupingInstance: 'Instance of the grouping',
  arrayId: 'Array',
} as const;

/** Filters by a moment, ms since 1970 in the API and in the address. */
export const MOMENTS = {
  minStarted: 'Started from',
  maxStarted: 'Started until',
  minFinished: 'Finished from',
  maxFinished: 'Finished until',
} as const;

export type MomentName = keyof typeof MOMENTS;

export type FilterName = keyof typeof FILTERS;

/** The first release with a filter; an earlier one refuses it. */
const SINCE: Partial<Record<FilterName, Release>> = {
  grouping: '4.0',
  groupingInstance: '4.0',
  nodeId: '4.3',
  arrayId: '4.3',
};

/** Returns the filters that a release has; undefined: it is not known yet. */
export const filtersIn = (release: Release = '4.3'): FilterName[] =>
  (Object.keys(FILTERS) as FilterName[]).filter((name) => (SINCE[name] ?? '') <= release);

/** States that last for moments or that few jobs have: they are offered among the further filters. */
export const RARE_STATUSES: ReadonlySet<string> = new Set(['RESERVED', 'RESOLVED', 'INVALID']);

const HOUR_MS = 3_600_000;

/** How long ago a job may have finished, by the value in the address: `?finishedIn=24h`. A link stays true when it is opened later. */
export const FINISHED_IN = {
  '1h': { label: 'in the last hour', ms: HOUR_MS },
  '24h': { label: 'in the last 24 h', ms: 24 * HOUR_MS },
  '7d': { label: 'in the last 7 days', ms: 7 * 24 * HOUR_MS },
} as const;

type FinishedIn = keyof typeof FINISHED_IN;

/** A search of jobs as the address has it. */
export type JobFilters = Partial<Record<Exclude<FilterName, 'tag'>, string>> &
  Partial<Record<MomentName, number>> & {
    tag?: string[];
    status?: string[];
    finishedIn?: FinishedIn;
  };

/** A search of jobs, as the client takes it. */
export type JobQuery = Omit<JobFilters, 'finishedIn'>;

const isFinishedIn = (value: string | null): value is FinishedIn =>
  value !== null && Object.hasOwn(FINISHED_IN, value);

/** Reads the filters of an address. Blank ones are left out; tags are separated by commas. Pure. */
export function filtersOf(search: URLSearchParams): JobFilters {
  const texts = Object.keys(FILTERS).flatMap((name): [string, string | string[]][] => {
    const value = search.get(name)?.trim() ?? '';
    if (value === '') return [];
    return [[name, name === 'tag' ? value.split(',').map((tag) => tag.trim()) : value]];
  });
  const moments = Object.keys(MOMENTS).flatMap((name): [string, number][] => {
    const value = search.get(name) ?? '';
    return /^\d{1,15}$/.test(value) ? [[name, Number(value)]] : [];
  });
  const status = search.getAll('status').filter((one) => STATUSES.includes(one));
  const finishedIn = search.get('finishedIn');
  return {
    ...Object.fromEntries(texts),
    ...Object.fromEntries(moments),
    ...(status.length > 0 && { status }),
    ...(isFinishedIn(finishedIn) && { finishedIn }),
  };
}

/** Reports whether filters find jobs that have not finished. Pure. */
export const mayRun = ({ status, finishedIn, minFinished, maxFinished }: JobFilters): boolean =>
  [finishedIn, minFinished, maxFinished].every((one) => one === undefined) && status?.every(isFinal) !== true;

/** Filters that a job may stop matching when it changes. */
const PASSING: ReadonlySet<string> = new Set(['status', 'finishedIn', ...Object.keys(MOMENTS)]);

/** Returns the filters that a job matches or not for as long as it exists. Pure. */
export const lastingOf = (filters: JobFilters): Omit<JobFilters, 'status' | 'finishedIn' | MomentName> =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !PASSING.has(name)));

/** Returns the query of filters at a moment, ms since 1970. Pure. */
export const queryOf = ({ finishedIn, ...filters }: JobFilters, now: number): JobQuery => ({
  ...filters,
  ...(finishedIn !== undefined && { minFinished: now - FINISHED_IN[finishedIn].ms }),
});
