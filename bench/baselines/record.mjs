/** A bare node:http server that answers with a record, made to JSON each time; `/lag` tells how long it held its event loop, ms. */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

const record = await (await fetch(process.env.RECORD_OF)).json();
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

const server = createServer((request, response) => {
  if (request.url === '/ready') response.end('ready');
  else if (request.url === '/lag') {
    response.end(String(delay.max / 1e6));
    delay.reset();
  } else response.setHeader('content-type', 'application/json').end(JSON.stringify(record));
});
server.listen(Number(process.env.PORT), process.env.HOST);
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
