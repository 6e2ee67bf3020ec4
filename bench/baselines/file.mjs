/** A bare server that streams a file from the disk, as Node does by itself. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import http from 'node:http';
import { pipeline } from 'node:stream';
import process from 'node:process';

const server = http.createServer(async (request, response) => {
  if (request.url === '/ready') return response.end('ready');
  const { size } = await stat(process.env.FILE);
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': size });
  pipeline(createReadStream(process.env.FILE), response, () => undefined);
});
server.listen(Number(process.env.PORT), process.env.HOST);
process.once('SIGTERM', () => process.exit(0));
