import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { main } from './lib/command.mjs';
import { closeOnSignal } from './lib/commands.mjs';
import { makeFolder } from './lib/files.mjs';
import { LOOPBACK, paths } from './lib/settings.mjs';

const folder = process.env.ARTIFACTS_DIR || paths.artifacts;
const TYPES = { zip: 'application/zip', jar: 'application/java-archive', json: 'application/json' };

/** Returns the plain file that a request names, decoded and inside the folder (links resolved); else `null`. */
async function fileFor(url) {
  try {
    const path = decodeURIComponent(new URL(url, 'http://store').pathname);
    if (path.includes('\0')) return null;
    const root = await realpath(folder);
    const file = await realpath(join(root, path));
    const stats = await stat(file);
    return file.startsWith(root + sep) && stats.isFile() ? { file, stats } : null;
  } catch {
    return null;
  }
}

function answer(response, status, body, headers = {}) {
  const text = `${JSON.stringify(body)}\n`;
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

async function handle(request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return answer(response, 405, { error: 'only GET and HEAD' }, { allow: 'GET, HEAD' });
  if (request.url === '/') return answer(response, 200, { artifacts: (await readdir(folder)).sort() });
  const found = await fileFor(request.url);
  if (!found) return answer(response, 404, { error: 'no such artifact' });
  response.writeHead(200, {
    'content-type': TYPES[found.file.split('.').at(-1)] ?? 'application/octet-stream',
    'content-length': found.stats.size,
    'last-modified': found.stats.mtime.toUTCString(),
  });
  if (request.method === 'HEAD') return response.end();
  return pipeline(createReadStream(found.file), response);
}

const COMMAND = {
  ownSignals: true,
  usage: 'node tools/artifact-store.mjs',
  about: 'Serves ARTIFACTS_DIR (.portolan/artifacts) over HTTP on HOST and PORT, as npm start does.',
};

await main(COMMAND, async () => {
  makeFolder(folder);
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(Number(process.env.PORT), process.env.HOST || LOOPBACK);
  closeOnSignal(server);
});
