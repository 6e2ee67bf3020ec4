import type { Links } from './links';

/** A resource with its links, as a HAL document. */
export type Resource<T extends object> = T & { _links: Links };

/** An entry of a plain JSON array: such a list is no HAL document, so links are a list too. */
export type ListedResource<T extends object> = T & { links: { rel: string; href: string }[] };

/** Adds links to a resource. */
export function resource<T extends object>(properties: T, links: Links): Resource<T> {
  return { ...properties, _links: links };
}

/** Adds links to an entry of a plain array; a template stays in its address, without a mark. */
export function listedResource<T extends object>(properties: T, links: Links): ListedResource<T> {
  return { ...properties, links: Object.entries(links).map(([rel, { href }]) => ({ rel, href })) };
}
