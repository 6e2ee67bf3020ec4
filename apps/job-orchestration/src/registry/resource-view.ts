import { link, listedResource, resource, templatedLink, type Links } from '@portolan/hal';
import { shownTags } from '../compatibility/genie';
import type { ApiView } from '../http/api-address';
import { shownLocations } from '../http/shown-locations';
import { shownIn } from '../releases/in-release';
import { showCommon } from './common-document';
import type { ResourceEntity } from './registry.entity';
import type { ResourceKind } from './resource-kind';

/** A resource as it is shown, without links; the fields in the order of the reference (jobs §3). */
export function resourceView(
  kind: ResourceKind,
  row: ResourceEntity,
  { release, caller, compatibility }: Pick<ApiView, 'release' | 'caller' | 'compatibility'>,
): object {
  const { document } = row;
  return shownIn(release, kind.noun, {
    ...showCommon(row, { ...document, tags: shownTags(compatibility, document.tags, row) }),
    ...shownLocations(document, row.user, caller),
    status: row.status,
    ...kind.show(document, release),
  });
}

/** Address of a resource. `api` is the address of the API: `http://host/api/v3`. */
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

/** A resource as a HAL document. */
export const showResource = (kind: ResourceKind, row: ResourceEntity, api: ApiView): object =>
  resource(resourceView(kind, row, api), resourceLinks(kind, row.id, api.href));

/** A resource as an entry of a plain array. */
export const listResource = (kind: ResourceKind, row: ResourceEntity, api: ApiView): object =>
  listedResource(resourceView(kind, row, api), resourceLinks(kind, row.id, api.href));
