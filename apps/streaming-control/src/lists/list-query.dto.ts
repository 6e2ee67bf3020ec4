import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { malformed } from '@portolan/service';
import { DeclaredParametersOnly, Flag, Numeric, ReadAs, Text, toNumber } from '@portolan/validation';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import type { ListWindow } from './list-page';

/** Query of an address that takes no parameters. */
@DeclaredParametersOnly()
export class NoParameters {}

/** Query of a single record (V1-CLUSTER-5). */
@DeclaredParametersOnly()
export class FieldsQuery {
  @Text({ optional: true, description: 'Comma-separated fields to return; absent: all' }) fields?: string;
}

const Count = (description: string): PropertyDecorator =>
  Numeric({ optional: true, coerce: 'parameter', integer: true, min: 0, description });

/** Query of every list (V1-LIST-1 to V1-LIST-4); each list names its own `sortBy` fields. */
@DeclaredParametersOnly()
export class ListQuery {
  @Flag({ optional: true, coerce: 'parameter', description: 'Sort direction' }) ascending?: boolean;
  @Text({ optional: true, description: 'Comma-separated fields to return' }) fields?: string;
  @Count('First record') offset?: number;
  @Count('Records per page; 0: all') pageSize?: number;
  @Text({ optional: true, description: 'Name of a comparable field' }) sortBy?: string;
  @Text({ optional: true, description: 'Regular expression on the cluster name' }) matching?: string;
  @Flag({
    optional: true,
    coerce: 'parameter',
    description: 'Compact records of jobs; without effect on other lists',
  })
  compact?: boolean;
}

/** Reads the window of a list. @param ascending default direction */
export const windowOf = (query: ListQuery, ascending: boolean): ListWindow => ({
  pageSize: query.pageSize ?? 0,
  offset: query.offset ?? 0,
  sortBy: query.sortBy,
  ascending: query.ascending ?? ascending,
  fields: splitFields(query.fields),
});

/** Splits `fields` at commas. @throws ServiceError (malformed) for a repeated parameter */
export function splitFields(fields: unknown = ''): string[] {
  if (typeof fields !== 'string') throw malformed('fields', 'fields must be given once, separated by commas');
  return fields
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '');
}

/** The field that a list is sorted by, one of `fields`; a blank value means none (V1-LIST-3, V1-LIST-6). */
export const SortBy = (fields: readonly string[]): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: String, enum: ['', ...fields], description: 'Empty: the usual order' }),
    ReadAs((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value)),
    IsIn(fields, { message: 'Specified sort field is invalid. [$value]' }),
  );

const SAFE = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

/** A repeatable query parameter of whole numbers: `x=1` and `x=1&x=2` both become a list. */
export const WholeNumbers = (options: { description?: string } = {}): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: 'array', items: { type: 'integer', ...SAFE }, ...options }),
    IsOptional(),
    ReadAs((value) => (Array.isArray(value) ? value : [value]).map(toNumber)),
    IsInt({ each: true }),
    Max(SAFE.maximum, { each: true }),
    Min(SAFE.minimum, { each: true }),
  );
