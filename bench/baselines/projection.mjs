/**
 * A bare server with parsed documents in memory that returns JSON.stringify of two fields of each (`/fields`), or of all fields,
 * indented (`/pretty`).
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
