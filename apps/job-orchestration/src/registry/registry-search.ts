import {
  multiple,
  readConditions,
  single,
  statusCondition,
  tagConditions,
  textCondition,
  timeCondition,
  type Condition,
} from '../search/filters';
import type { Query } from '../search/paging';
import type { ResourceKind } from './resource-kind';

/** Names that a search may sort by, with their properties. */
export const REGISTRY_SORT = Object.fromEntries(
  ['id', 'name', 'user', 'status', 'version', 'created', 'updated'].map((name) => [name, name]),
);

/** What a search of one kind asks the database (reference: jobs §7). */
export function registryConditions(kind: ResourceKind, query: Query): Condition[] {
  return readConditions(query, kind.filters, (name) => {
    const value = single(query, name) ?? '';
    switch (name) {
      case 'status':
        return [statusCondition(kind.statuses, kind.noun, multiple(query, name))];
      case 'tag':
        return tagConditions({ name: kind.tagTable, owner: 'resource_id' }, multiple(query, name), true);
      case 'minUpdateTime':
        return [timeCondition('updated', name, '>=', value)];
      case 'maxUpdateTime':
        return [timeCondition('updated', name, '<', value)];
      default:
        return [textCondition(name, name, value)];
    }
  });
}
