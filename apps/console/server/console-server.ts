import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { fastify, type FastifyInstance } from 'fastify';
import { securityHeaders } from './security-headers';
import type { Settings } from './settings';

/** Folder of the built page, beside the compiled server. */
const PAGE = join(__dirname, '..', 'web');

/**
 * Creates the server of the console: the built page, its configuration, and `index.html` for every address of a screen.
 * @throws Error when the page has not been built
 */
export async function createConsoleServer(settings: Settings, folder = PAGE): Promise<FastifyInstance> {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`the page has not been built: ${folder} has no index.html`);
  const server = fastify({ forceCloseConnections: true });
  const headers = securityHeaders(settings);
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  await server.register(fastifyStatic, {
    root: folder,
    // The build writes a compressed copy beside each script and style.
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Names of assets contain the hash of their content.
      const isAsset = path.startsWith(join(folder, 'assets'));
      reply.header('Cache-Control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const { services, subjectClaim, login } = settings;
  server.get('/config.json', async (_request, reply) => {
    reply.header('Cache-Control', 'no-cache');
    return { services, subjectClaim, login: login ?? null };
  });
  server.get('/health/live', async () => ({ status: 'ok' }));
  server.setNotFoundHandler(async (request, reply) => {
    // A missing file must not look like a page.
    const isScreen =
      READS.has(request.method) && !isFile(pathOf(request.url)) && isPage(request.headers.accept);
    if (!isScreen) return reply.code(404).send({ message: `no such file: ${pathOf(request.url)}` });
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html');
  });
  return server;
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

/**
 * Reports whether a path is that of a file: in the folder of the assets, or with an extension at the root. Deeper paths are screens
 * also when they have a dot, as the ids of array elements, of addresses and of hosts do.
 */
const isFile = (path: string): boolean => /^\/(assets\/|[^/]*\.[a-z0-9]+$)/i.test(path);

const isPage = (accept = '*/*'): boolean => /text\/html|\*\/\*/.test(accept);
