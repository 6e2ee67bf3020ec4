/**
 * A bare server that has parsed documents in memory and answers with JSON.stringify: of two fields of each (`/fields`), or
 * of all of them, indented (`/pretty`).
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { serve } from './lib/bare-http.mjs';

const documents = JSON.parse(readFileSync(process.env.BODY_FILE, 'utf8'));
const ANSWERS = {
  '/fields': () =>
    JSON.stringify(documents.map(({ instanceId, state: { name } }) => ({ instanceId, state: { name } }))),
  '/pretty': () => JSON.stringify(documents, null, 2),
};
serve((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(ANSWERS[request.url]());
});
