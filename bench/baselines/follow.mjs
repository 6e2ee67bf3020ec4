/**
 * A bare node:http server that looks at a file each 100 ms and sends what is new to all its clients.
 */
import fs from 'node:fs';
import process from 'node:process';
import { promisify } from 'node:util';
import { serve } from './lib/bare-http.mjs';

const LOOK_MS = 100;
const MOST = 512 * 1024;
const file = fs.openSync(process.env.FILE, 'r');
const [read, fstat] = [promisify(fs.read), promisify(fs.fstat)];
const clients = new Set();
let end = (await fstat(file)).size;

async function send(position) {
  const { bytesRead, buffer } = await read(file, Buffer.allocUnsafeSlow(MOST), 0, MOST, position);
  for (const client of clients) client.write(buffer.subarray(0, bytesRead));
  return position + bytesRead;
}

async function look() {
  const { size } = await fstat(file);
  while (end < size) end = await send(end);
  setTimeout(look, LOOK_MS);
}

serve((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.flushHeaders();
  clients.add(response);
  response.once('close', () => clients.delete(response));
});
void look();
