import { DeclaredParametersOnly, Flag, Numeric, Text } from '@portolan/validation';
import type { ListWindow } from './list-page';
import { splitFields } from './some-fields';

const CountParameter = (description: string): PropertyDecorator =>
  Numeric({ optional: true, coerce: 'parameter', integer: true, min: 0, description });

/** Query of every list (V1-LIST-1 to V1-LIST-4); each list names its own `sortBy` fields. */
@DeclaredParametersOnly()
export class ListQuery {
  @Flag({ optional: true, coerce: 'parameter', description: 'Sort direction' }) ascending?: boolean;
  @Text({ optional: true, description: 'Comma-separated fields to return' }) fields?: string;
  @CountParameter('First record') offset?: number;
  @CountParameter('Records per page; 0: all') pageSize?: number;
  @Text({ optional: true, description: 'Name of a comparable field' }) sortBy?: string;
  @Text({ optional: true, description: 'Regular expression on the cluster name' }) matching?: string;
  @Flag({
    optional: true,
    coerce: 'parameter',
    description: 'Compact records of jobs; without effect on other lists',
  })
  compact?: boolean;
}

/** Reads the window of a list. @param ascending default direction of a list with `sortBy`; without it, a list is ascending */
export const windowOf = (query: ListQuery, ascending: boolean): ListWindow => ({
  pageSize: query.pageSize ?? 0,
  offset: query.offset ?? 0,
  sortBy: query.sortBy,
  ascending: query.ascending ?? (ascending || query.sortBy === undefined),
  fields: splitFields(query.fields),
});
