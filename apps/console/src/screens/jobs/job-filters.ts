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

/** A search of jobs, as the client takes it. */
export type JobFilters = Partial<Record<Exclude<FilterName, 'tag'>, string>> & {
  tag?: string[];
  status?: string[];
};

/** Reads the filters of an address. Blank ones are left out; tags are separated by commas. */
export function filtersOf(search: URLSearchParams): JobFilters {
  const texts = Object.keys(FILTERS).flatMap((name): [string, string | string[]][] => {
    const value = search.get(name)?.trim() ?? '';
    if (value === '') return [];
    return [[name, name === 'tag' ? value.split(',').map((tag) => tag.trim()) : value]];
  });
  const status = search.getAll('status').filter((one) => (STATUSES as readonly string[]).includes(one));
  return { ...Object.fromEntries(texts), ...(status.length > 0 && { status }) };
}
