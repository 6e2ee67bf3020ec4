/** A bare server that streams the bytes of a file from memory, as fast as the client reads. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { serve } from './lib/bare-http.mjs';

const CHUNK_BYTES = 64 * 1024;

const body = readFileSync(process.env.BODY_FILE);
serve(async (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  for (let start = 0; start < body.length; start += CHUNK_BYTES) {
    if (!response.write(body.subarray(start, start + CHUNK_BYTES))) await once(response, 'drain');
  }
  response.end();
});
