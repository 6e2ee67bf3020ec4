/** A bare server that streams a file from the disk, as Node does by itself. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import process from 'node:process';
import { serve } from './lib/bare-http.mjs';

serve(async (_request, response) => {
  const { size } = await stat(process.env.FILE);
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': size });
  pipeline(createReadStream(process.env.FILE), response, () => undefined);
});
