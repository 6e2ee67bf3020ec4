import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A document of a registry. */
export interface Entry {
  id: string;
  [field: string]: unknown;
}

/** An HTTP server with the responses of the other services' registries: HAL pages and plain lists. */
export class RegistryServer {
  entries: Entry[] = [];
  /** Answers every request with this status instead. */
  failWith: number | undefined;
  /** Announces this many more elements than it returns. */
  missing = 0;
  readonly requests: { url: string }[] = [];
  /** Runs before an answer is given. */
  beforeAnswer: () => Promise<void> = () => Promise.resolve();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<RegistryServer> {
    const server = createServer();
    const registry = new RegistryServer(server);
    server.on('request', (request, response) => {
      registry.requests.push({ url: request.url ?? '' });
      registry.beforeAnswer().then(
        () => {
          const { status, body } = registry.answer(new URL(request.url ?? '', 'http://registry'));
          response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(body));
        },
        (error: unknown) => response.destroy(error as Error),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return registry;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(url: URL): { status: number; body: unknown } {
    if (this.failWith !== undefined) return { status: this.failWith, body: { message: 'out of order' } };
    if (url.pathname === '/api/v1/jobClusters') {
      const list = this.entries.map(({ id, ...rest }) => ({ ...rest, name: id }));
      return { status: 200, body: { list, prev: null, next: null } };
    }
    if (url.pathname === '/api/v3/nodes')
      return { status: 200, body: { _links: {}, _embedded: { nodeList: this.entries } } };
    const match = /^\/api\/v3\/(application|cluster|command)s$/.exec(url.pathname);
    if (!match) return { status: 404, body: {} };
    return { status: 200, body: this.page(`${match[1]}List`, url.searchParams) };
  }

  private page(list: string, query: URLSearchParams): object {
    const [number, size] = [Number(query.get('page')), Number(query.get('size'))];
    const members = this.entries.slice(number * size, (number + 1) * size).map((entry) => ({
      ...entry,
      _links: { self: { href: `${this.url}/${entry.id}` } },
    }));
    const totalPages = Math.max(1, Math.ceil(this.entries.length / size));
    const totalElements = this.entries.length + this.missing;
    return {
      _links: {},
      ...(members.length > 0 ? { _embedded: { [list]: members } } : {}),
      page: { size, totalElements, totalPages, number },
    };
  }
}
