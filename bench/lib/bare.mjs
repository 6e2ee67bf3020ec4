/** Bare servers that return the responses of the service. */
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { send } from './client.mjs';
import { credentials } from './guards.mjs';

/** Starts a bare Fastify server that returns one document, byte for byte. @returns the address of the document */
export async function bareDocument(bench, address, env = {}) {
  const { text, response } = await send('GET', address);
  const url = await bench.baseline('document', {
    DOCUMENT_FILE: write(bench, 'document.json', text),
    DOCUMENT_TYPE: response.headers.get('content-type'),
    ...env,
  });
  return `${url}/document`;
}

/**
 * A bare Fastify server that stores what it is sent. Returns an address there.
 * @param path `rows`: with one INSERT; `jobs`: with one INSERT and one BullMQ add
 */
export async function bareSubmission(bench, path) {
  const url = await bench.baseline('submission', { DATABASE_URL: await bench.database('submission') });
  return `${url}/${path}`;
}

/** Starts a bare server (baselines/`name`.mjs) with the bytes of a response of any size. @returns its base address */
export async function bareBody(bench, name, address) {
  return bench.baseline(name, { BODY_FILE: await download(bench, `${name}.json`, address) });
}

const files = new Map();

async function download(bench, name, address) {
  const known = files.get(address);
  if (known) return known;
  const file = fileIn(bench, name);
  const [response] = await once(http.get(address, { headers: credentials() }), 'response');
  await pipeline(response, createWriteStream(file));
  files.set(address, file);
  return file;
}

function write(bench, name, text) {
  const file = fileIn(bench, name);
  writeFileSync(file, text);
  return file;
}

function fileIn(bench, name) {
  mkdirSync(bench.folder, { recursive: true });
  return join(bench.folder, name);
}
