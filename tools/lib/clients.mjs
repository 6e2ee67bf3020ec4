/** The typed clients of the three APIs: which there are, and how one is made from what its service says of itself. */
import { copyFileSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { programOf } from './build.mjs';
import { load } from './packages.mjs';
import { ROOT, SERVICES } from './settings.mjs';

/** One client for each service: `folder` is its package, `generated` what a generator wrote in it. */
export const CLIENTS = SERVICES.map(({ key, app }) => {
  const folder = join(ROOT, 'libs', `client-${key}`);
  return {
    key,
    app,
    folder,
    document: join(folder, 'openapi.json'),
    generated: join(folder, 'src', 'generated'),
  };
});

/** Files that all packages share: each is published alone, so each has a copy of the first one's file. */
const SHARED = ['src/api-client.ts'];
const MODEL = join(ROOT, 'libs', 'client-jobs');

/** The text of a document as it is kept. */
export const textOf = (document) => `${JSON.stringify(document, null, 2)}\n`;

/** The document of a built service, without starting it. */
export async function documentOf({ app }) {
  load('reflect-metadata');
  const { describeService } = load('@portolan/service');
  const exported = load(join(ROOT, programOf(app, 'service-definition')));
  const definition = Object.values(exported).find(({ name }) => name === app);
  return describeService(definition);
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Removes the alternative "some fields of the record" from every answer: its type would take the others' away. */
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

/**
 * A document as the generator reads it. Where an operation answers JSON or, to whoever asks for it, events, the
 * generated function is the one for JSON; the packages have functions of their own for the events. Where `fields` leaves some of a
 * record, the type is the whole record's. Of the ways to show who
 * one is, a function adds the token; a certificate is shown by the connection.
 */
export function forGenerator(document) {
  const copy = structuredClone(document);
  const schemes = copy.components?.securitySchemes ?? {};
  const isAdded = (way) => Object.keys(way).every((name) => schemes[name]?.scheme === 'bearer');
  for (const item of Object.values(copy.paths)) {
    // A websocket is opened with `WebSocket`: no function is made for it.
    if (item.get) delete item.get.responses['101'];
    if (item.get && !Object.keys(item.get.responses).some((status) => status.startsWith('2')))
      delete item.get;
    for (const method of METHODS) {
      const content = item[method]?.responses?.['200']?.content;
      if (content && Object.keys(content).length > 1) delete content['text/event-stream'];
      if (item[method]?.security) item[method].security = item[method].security.filter(isAdded);
    }
  }
  withWholeRecords(copy);
  return copy;
}

/** Writes the client of a document into `folder`, which is replaced. */
export async function generate(document, folder) {
  const { createClient } = await import('@hey-api/openapi-ts');
  rmSync(folder, { recursive: true, force: true });
  await createClient({
    input: forGenerator(document),
    output: { path: folder, importFileExtension: '.ts' },
    // Addresses that older clients know have one that is called as it should be.
    parser: { filters: { deprecated: false, orphans: true } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  });
}

/** Writes what a package keeps of its service: the document and the generated client. */
export async function write(client, document) {
  writeFileSync(client.document, textOf(document));
  for (const file of SHARED)
    if (client.folder !== MODEL) copyFileSync(join(MODEL, file), join(client.folder, file));
  await generate(document, client.generated);
}

const filesIn = (folder) =>
  (statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder, { recursive: true }) : [])
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

const read = (file) => (statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : undefined);

/**
 * What a package keeps that is not what it would be made of now, as paths from the root.
 * @param scratch a folder for the comparison
 */
export async function staleFiles(client, document, scratch) {
  await generate(document, scratch);
  const names = [...new Set([...filesIn(client.generated), ...filesIn(scratch)])];
  const differing = names.filter((name) => read(join(client.generated, name)) !== read(join(scratch, name)));
  const files = differing.map((name) => join(client.generated, name));
  if (read(client.document) !== textOf(document)) files.unshift(client.document);
  files.push(
    ...SHARED.map((file) => join(client.folder, file)).filter(
      (file, index) => read(file) !== read(join(MODEL, SHARED[index])),
    ),
  );
  return files.map((file) => relative(ROOT, file));
}

/** The kept document of a service, or undefined. @param {string} key as in `SERVICES` */
export const keptDocument = (key) => read(CLIENTS.find((client) => client.key === key).document);
