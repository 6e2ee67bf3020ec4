/** The typed clients of the three APIs, and their generation from the OpenAPI documents of the services. */
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { programOf } from './build.mjs';
import { load } from './packages.mjs';
import { ROOT, SERVICES } from './settings.mjs';

/** One client per service: `folder` is its package, `generated` the folder of generated sources. */
export const CLIENTS = SERVICES.map(({ key, app }) => {
  const folder = join(ROOT, 'libs', `client-${key}`);
  const [document, generated] = [join(folder, 'openapi.json'), join(folder, 'src', 'generated')];
  return { key, app, folder, document, generated };
});

/** Sources that all packages share: each is published alone, so the others get generated copies. */
const SHARED = ['api-client.ts', 'follow-events.ts'];
const SHARED_FROM = join(ROOT, 'libs', 'client-jobs', 'src');

/** A document as a package keeps it. */
export const textOf = (document) => `${JSON.stringify(document, null, 2)}\n`;

/** Returns the document of a built service without starting the service. */
export async function documentOf({ app }) {
  load('reflect-metadata');
  const { describeService } = load('@portolan/service');
  const exported = load(join(ROOT, programOf(app, 'service-definition')));
  return describeService(Object.values(exported).find(({ name }) => name === app));
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Removes the alternative "some fields of the record" from every response: its type would include all others. */
function withWholeRecords(node) {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node.anyOf)) {
    const whole = node.anyOf.filter(({ description }) => !description?.startsWith('With `fields`:'));
    if (whole.length < node.anyOf.length) {
      delete node.anyOf;
      Object.assign(node, whole.length === 1 ? whole[0] : { anyOf: whole });
    }
  }
  Object.values(node).forEach(withWholeRecords);
}

/** Reduces a document for the generator: JSON without events, whole records, token authentication only. */
function forGenerator(document) {
  const copy = structuredClone(document);
  const schemes = copy.components?.securitySchemes ?? {};
  const isAdded = (way) => Object.keys(way).every((name) => schemes[name]?.scheme === 'bearer');
  for (const item of Object.values(copy.paths)) {
    // No function is generated for websockets, which are opened with `WebSocket`.
    if (item.get) delete item.get.responses['101'];
    if (item.get && !Object.keys(item.get.responses).some((status) => status.startsWith('2')))
      delete item.get;
    for (const method of METHODS) {
      const responses = item[method]?.responses;
      const content = responses?.['200']?.content;
      if (content?.['text/event-stream'] && Object.keys(content).length > 1) {
        delete content['text/event-stream'];
        // The answer to a stream that is resumed after its end.
        delete responses['204'];
      }
      if (item[method]?.security) item[method].security = item[method].security.filter(isAdded);
    }
  }
  withWholeRecords(copy);
  return copy;
}

async function generate({ folder: root }, document, folder) {
  const { createClient } = await import('@hey-api/openapi-ts');
  rmSync(folder, { recursive: true, force: true });
  await createClient({
    input: forGenerator(document),
    output: { path: folder, importFileExtension: '.ts' },
    // Each deprecated address has a successor.
    parser: { filters: { deprecated: false, orphans: true } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  });
  if (SHARED_FROM === join(root, 'src')) return;
  for (const name of SHARED)
    writeFileSync(join(folder, name), read(join(SHARED_FROM, name)).replaceAll("'./generated/", "'./"));
}

/** Writes the document and the generated client of a package. */
export async function write(client, document) {
  writeFileSync(client.document, textOf(document));
  await generate(client, document, client.generated);
}

const filesIn = (folder) =>
  (statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder, { recursive: true }) : [])
    .filter((name) => !name.includes('__pycache__') && statSync(join(folder, name)).isFile())
    .sort();

const read = (file) => (statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : undefined);

/** Returns the files of one folder that differ from those of another, as paths from the root. */
export function staleCode(folder, fresh) {
  const names = [...new Set([...filesIn(folder), ...filesIn(fresh)])];
  const differing = names.filter((name) => read(join(folder, name)) !== read(join(fresh, name)));
  return differing.map((name) => relative(ROOT, join(folder, name)));
}

/** Returns the files of a package that differ from newly generated ones, as paths from the root; `scratch` is a folder. */
export async function staleFiles(client, document, scratch) {
  await generate(client, document, scratch);
  const stale = staleCode(client.generated, scratch);
  return read(client.document) === textOf(document) ? stale : [relative(ROOT, client.document), ...stale];
}

/** Returns the stored document of a service, or undefined. @param {string} key as in `SERVICES` */
export const keptDocument = (key) => read(CLIENTS.find((client) => client.key === key).document);
