/** A bare node:http server that answers with a record, made to JSON each time. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { serve } from './lib/bare-http.mjs';

const record = JSON.parse(readFileSync(process.env.BODY_FILE, 'utf8'));
serve((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(record));
});
