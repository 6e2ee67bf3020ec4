import { malformed } from '@portolan/service';
import { refuseUnknownParameters } from '@portolan/validation';
import { texts, type Query } from './paging';
import { conditionsOf, givenFilters, isBlank, refuseRepeated, type Searchable } from './searchable';

/**
 * Checks the filters of a removal, where an ignored filter would remove more than was meant.
 * @throws ServiceError or ValidationFailedError: malformed without any filter, and for unknown, blank, unreadable and
 * needlessly repeated ones
 */
export function checkRemovalFilters(searchable: Searchable, query: Query): void {
  const names = Object.keys(searchable.filters);
  refuseUnknownParameters(query, names);
  if (Object.keys(query).length === 0)
    throw malformed('', `at least one filter is needed: ${names.join(', ')}`);
  const blank = names.find((name) => texts(query[name]).some((text) => isBlank(text)));
  if (blank !== undefined)
    throw malformed(blank, `the filter ${blank} is blank: leave it out, or give it a value`);
  refuseRepeated(givenFilters(searchable, query));
  conditionsOf(searchable, query);
}
