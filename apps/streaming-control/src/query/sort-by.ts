import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ReadAs } from '@portolan/validation';
import { IsIn } from 'class-validator';

/** The field that a list is sorted by, one of `fields`; a blank value means none (V1-LIST-3, V1-LIST-6). */
export const SortBy = (fields: readonly string[]): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: String, enum: ['', ...fields], description: 'Empty: the usual order' }),
    ReadAs((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value)),
    IsIn(fields, { message: 'Specified sort field is invalid. [$value]' }),
  );

/** Sorts items by a field whose values are numbers, strings, booleans or null; null comes first. */
export function sortItems(items: readonly object[], field: string, ascending: boolean): object[] {
  const valueOf = (item: object): unknown => (item as Record<string, unknown>)[field];
  const direction = ascending ? 1 : -1;
  return items.toSorted((left, right) => direction * compare(valueOf(left), valueOf(right)));
}

function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  return (left as string) < (right as string) ? -1 : 1;
}
