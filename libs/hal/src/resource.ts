/** One link of a resource. `templated` is set only when the address is a URI template. */
export interface Link {
  href: string;
  templated?: true;
}

/** Links by relation, in the order in which they are shown. */
export type Links = Readonly<Record<string, Link>>;

/** Returns a link to one address. */
export const link = (href: string): Link => ({ href });

/** Returns a link to an address with optional query parameters: `{?status}` is added to `href`. */
export function templatedLink(href: string, parameters: readonly string[]): Link {
  return parameters.length === 0
    ? link(href)
    : { href: `${href}{?${parameters.join(',')}}`, templated: true };
}

/** One query parameter; a multi-valued one is repeated. */
export type QueryPair = readonly [name: string, value: string];

/** `?a=1&b=2`, each part encoded once; empty without parameters. */
export const queryString = (pairs: readonly QueryPair[]): string =>
  pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;

/** Media type of every resource and page in this library. */
export const HAL_JSON = 'application/hal+json';

/** A resource with its links, as a HAL document. */
export type Resource<T extends object> = T & { _links: Links };

/** An entry of a plain JSON array: such a list is not a HAL document, so its links form a list, too. */
export type ListedResource<T extends object> = T & { links: { rel: string; href: string }[] };

export function resource<T extends object>(properties: T, links: Links): Resource<T> {
  return { ...properties, _links: links };
}

/** Adds links to an entry of a plain array; a template stays in its address, without a mark. */
export function listedResource<T extends object>(properties: T, links: Links): ListedResource<T> {
  return { ...properties, links: Object.entries(links).map(([rel, { href }]) => ({ rel, href })) };
}
