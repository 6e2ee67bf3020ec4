import { malformed } from '@portolan/service';
import { DeclaredParametersOnly, Flag, Numeric, Text } from '@portolan/validation';
import type { ListWindow } from './list-page';

/** Query of every list (streaming-control-v1, Clusters). */
@DeclaredParametersOnly()
export class ListQuery {
  @Flag({ optional: true, coerce: 'parameter', description: 'Sort direction' }) ascending?: boolean;
  @Text({ optional: true, description: 'Comma-separated fields to return' }) fields?: string;
  @Numeric({ optional: true, coerce: 'parameter', integer: true, min: 0, description: 'First record' })
  offset?: number;
  @Numeric({
    optional: true,
    coerce: 'parameter',
    integer: true,
    min: 0,
    description: 'Records per page; 0: all',
  })
  pageSize?: number;
  @Text({ optional: true, description: 'Name of a comparable field' }) sortBy?: string;
  @Text({ optional: true, description: 'Regular expression on the cluster name' }) matching?: string;
  @Flag({
    optional: true,
    coerce: 'parameter',
    description: 'Short records: of jobs; other lists have one kind',
  })
  compact?: boolean;
}

/** @param ascending direction when the query names none */
export function windowOf(query: ListQuery, ascending: boolean): ListWindow {
  return {
    pageSize: query.pageSize ?? 0,
    offset: query.offset ?? 0,
    // Clients with an empty form field send `sortBy=`.
    sortBy: query.sortBy?.trim() ? query.sortBy : undefined,
    ascending: query.ascending ?? ascending,
    fields: splitFields(query.fields),
  };
}

/** @throws ServiceError (malformed) for a parameter that was sent more than once: it is no text then */
export function splitFields(fields: unknown = ''): string[] {
  if (typeof fields !== 'string') throw malformed('fields', 'fields must be given once, with commas');
  return fields
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '');
}
