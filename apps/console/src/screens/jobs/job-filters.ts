/** Filters of the search of jobs that the screen offers, by their name in the API and in the address. */
export const FILTERS = {
  name: 'Name',
  user: 'User',
  tag: 'Tag',
  clusterName: 'Cluster',
  commandName: 'Command',
  nodeId: 'Node',
  id: 'Id',
} as const;

export type FilterName = keyof typeof FILTERS;

export const STATUSES = ['ACCEPTED', 'CLAIMED', 'INIT', 'RUNNING', 'SUCCEEDED', 'FAILED', 'KILLED'] as const;

const HOUR_MS = 3_600_000;

/** How long ago a job may have finished, by the value in the address: `?finishedIn=24h`. A link stays true when it is opened later. */
export const FINISHED_IN = {
  '1h': { label: 'in the last hour', ms: HOUR_MS },
  '24h': { label: 'in the last 24 h', ms: 24 * HOUR_MS },
  '7d': { label: 'in the last 7 days', ms: 7 * 24 * HOUR_MS },
} as const;

type FinishedIn = keyof typeof FINISHED_IN;

/** A search of jobs as the address has it. */
export type JobFilters = Partial<Record<Exclude<FilterName, 'tag'>, string>> & {
  tag?: string[];
  status?: string[];
  finishedIn?: FinishedIn;
};

/** A search of jobs, as the client takes it. */
export type JobQuery = Omit<JobFilters, 'finishedIn'> & { minFinished?: number };

const isFinishedIn = (value: string | null): value is FinishedIn =>
  value !== null && Object.hasOwn(FINISHED_IN, value);

/** Reads the filters of an address. Blank ones are left out; tags are separated by commas. Pure. */
export function filtersOf(search: URLSearchParams): JobFilters {
  const texts = Object.keys(FILTERS).flatMap((name): [string, string | string[]][] => {
    const value = search.get(name)?.trim() ?? '';
    if (value === '') return [];
    return [[name, name === 'tag' ? value.split(',').map((tag) => tag.trim()) : value]];
  });
  const status = search.getAll('status').filter((one) => (STATUSES as readonly string[]).includes(one));
  const finishedIn = search.get('finishedIn');
  return {
    ...Object.fromEntries(texts),
    ...(status.length > 0 && { status }),
    ...(isFinishedIn(finishedIn) && { finishedIn }),
  };
}

/** Returns the query of filters at a moment, ms since 1970. Pure. */
export const queryOf = ({ finishedIn, ...filters }: JobFilters, now: number): JobQuery => ({
  ...filters,
  ...(finishedIn !== undefined && { minFinished: now - FINISHED_IN[finishedIn].ms }),
});
