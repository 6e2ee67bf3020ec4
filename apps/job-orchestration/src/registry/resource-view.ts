import { link, listedResource, resource, templatedLink, type Links } from '@portolan/hal';
import { showCommon } from './common-document';
import type { ResourceEntity } from './registry.entity';
import type { ResourceKind } from './resource-kind';
import { withSystemTags } from './system-tags';

/** A resource as it is shown, without links; the fields in the order of the reference (jobs §3). */
export function resourceView(kind: ResourceKind, row: ResourceEntity): object {
  const { document } = row;
  return {
    ...showCommon(row, { ...document, tags: withSystemTags(document.tags, row) }),
    configs: document.configs,
    dependencies: document.dependencies,
    setupFile: document.setupFile,
    status: row.status,
    ...kind.show(document),
  };
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
export const showResource = (kind: ResourceKind, row: ResourceEntity, api: string): object =>
  resource(resourceView(kind, row), resourceLinks(kind, row.id, api));

/** A resource as an entry of a plain array. */
export const listResource = (kind: ResourceKind, row: ResourceEntity, api: string): object =>
  listedResource(resourceView(kind, row), resourceLinks(kind, row.id, api));
