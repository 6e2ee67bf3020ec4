/** One link of a resource. `templated` is there only when the address is a URI template. */
export interface Link {
  href: string;
  templated?: true;
}

/** Links by relation, in the order in which they are shown. */
export type Links = Readonly<Record<string, Link>>;

/** A link to one address. */
export const link = (href: string): Link => ({ href });

/** A link to an address with optional query parameters: `{?status}` is added to `href`. */
export function templatedLink(href: string, parameters: readonly string[]): Link {
  return parameters.length === 0
    ? link(href)
    : { href: `${href}{?${parameters.join(',')}}`, templated: true };
}
