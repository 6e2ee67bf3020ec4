interface Route {
  methods: readonly string[];
  pattern: RegExp;
}

/** The registered routes, searched when none matched: which methods does a path have? Fastify does not expose its router. */
export class RouteTable {
  private readonly routes: Route[] = [];

  /** @param url pattern in the syntax of Fastify: `/jobs/:id`, `/api/v2/*` */
  add(methods: string | readonly string[], url: string): void {
    this.routes.push({ methods: typeof methods === 'string' ? [methods] : methods, pattern: toPattern(url) });
  }

  /** Returns the methods of the path of `url`, sorted; none for an unknown path. */
  methodsFor(url: string): string[] {
    const path = (url.split('?', 1)[0] ?? url).replace(/(?<=.)\/$/, '');
    const methods = this.routes.filter((route) => route.pattern.test(path)).flatMap((route) => route.methods);
    return [...new Set(methods)].filter((method) => method !== 'OPTIONS').sort();
  }
}

function toPattern(url: string): RegExp {
  const source = url
    .replace(/(?<=.)\/$/, '')
    .split('/')
    .map((segment) => {
      if (segment === '*') return '.*';
      return segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('/');
  return new RegExp(`^${source}$`);
}
