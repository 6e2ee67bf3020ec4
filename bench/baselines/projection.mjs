/**
 * A bare server that has parsed documents in memory and answers with JSON.stringify: of two fields of each (`/fields`), or
 * of all of them, indented (`/pretty`).
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import process from 'node:process';

const documents = JSON.parse(readFileSync(process.env.BODY_FILE, 'utf8'));
const ANSWERS = {
  '/ready': () => '"ready"',
  '/fields': () =>
    JSON.stringify(documents.map(({ instanceId, state: { name } }) => ({ instanceId, state: { name } }))),
  '/pretty': () => JSON.stringify(documents, null, 2),
};
const server = http.createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(ANSWERS[request.url]());
});
server.listen(Number(process.env.PORT), process.env.HOST);
process.once('SIGTERM', () => process.exit(0));
