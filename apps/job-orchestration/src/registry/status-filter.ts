import { refuseUnknownParameters } from '@portolan/validation';
import { ignoresUnknown, type Compatibility } from '../compatibility/genie';
import { statusCondition } from '../query/filters';
import { texts, type Query } from '../query/paging';
import { splitAtCommas } from '../query/searchable';
import type { ResourceEntity } from './registry.entity';
import type { ResourceKind } from './resource-kind';

/** Returns the filter `status` of a list of links, which allows no other parameter. @throws ServiceError for an unknown status */
export function statusFilter(
  { statuses, noun }: ResourceKind,
  query: Query,
  compatibility: Compatibility,
): (row: ResourceEntity) => boolean {
  if (!ignoresUnknown(compatibility)) refuseUnknownParameters(query, ['status']);
  const values = splitAtCommas(texts(query.status));
  if (values.length === 0) return () => true;
  const wanted = statusCondition(statuses, noun, values).parameters.statuses as string[];
  return ({ status }) => wanted.includes(status);
}
