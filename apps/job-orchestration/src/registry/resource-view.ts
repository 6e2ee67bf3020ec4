import { link, listedResource, resource, templatedLink, type Links } from '@portolan/hal';
import type { ApiView } from '../http/api-address';
import { DescribeHal, EXAMPLE_API, halSchema, listedSchema } from '../http/hal-routes';
import { showCommon } from './common-document';
import { shownLocations } from './masked-locations';
import { shownIn } from '../releases/release-table';
import type { ResourceEntity } from './registry.entity';
import type { ResourceKind } from './resource-kind';
import { shownTags } from './shown-tags';

/** Returns a resource as it is shown, without links; the order of the fields is fixed (docs/contract/jobs.md, Links and order). */
export function resourceView(
  kind: ResourceKind,
  row: ResourceEntity,
  { release, caller, compatibility }: Omit<ApiView, 'href'>,
): object {
  const { document } = row;
  return shownIn(release, kind.noun, {
    ...showCommon(row, { ...document, tags: shownTags(compatibility, document.tags, row) }),
    ...shownLocations(document, row.user, caller),
    status: row.status,
    ...kind.show?.(document, release),
  });
}

/** Returns the address of a resource. `api` is the address of the API: `http://host/api/v3`. */
export const resourceHref = (kind: Pick<ResourceKind, 'collection'>, id: string, api: string): string =>
  `${api}/${kind.collection}/${encodeURIComponent(id)}`;

function resourceLinks(kind: ResourceKind, id: string, api: string): Links {
  const self = resourceHref(kind, id, api);
  const related = kind.related.map(({ collection, byStatus }) => {
    const href = `${self}/${collection}`;
    return [collection, byStatus ? templatedLink(href, ['status']) : link(href)] as const;
  });
  return { self: link(self), ...Object.fromEntries(related) };
}

/** Returns a resource as a HAL document. */
export const showResource = (kind: ResourceKind, row: ResourceEntity, api: ApiView): object =>
  resource(resourceView(kind, row, api), resourceLinks(kind, row.id, api.href));

/** Returns resources as a plain array. */
export const listResources = (kind: ResourceKind, rows: readonly ResourceEntity[], api: ApiView): object[] =>
  rows.map((row) => listedResource(resourceView(kind, row, api), resourceLinks(kind, row.id, api.href)));

/** Creation time of the resources in the examples, ms since the epoch. */
const CREATED = Date.parse('2026-03-02T08:00:00Z');

export function exampleRow(kind: ResourceKind): ResourceEntity {
  const { id, name, user, version, status } = kind.example;
  const document = kind.read(kind.example);
  return { id: id ?? '', created: CREATED, updated: CREATED, name, user, version, status, document };
}

/** Describes a route that shows one resource. */
export const DescribeResource = (summary: string, id: string, kind: ResourceKind): MethodDecorator =>
  DescribeHal(summary, id, halSchema(kind.response), showResource(kind, exampleRow(kind), EXAMPLE_API));

/** Describes a route that lists resources in a plain array. */
export const DescribeListed = (summary: string, id: string, kind: ResourceKind): MethodDecorator =>
  DescribeHal(summary, id, listedSchema(kind.response), listResources(kind, [exampleRow(kind)], EXAMPLE_API));
