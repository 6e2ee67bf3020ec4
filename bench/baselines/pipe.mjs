/** A bare node:http server that pipes the bodies of several upstream addresses into one answer. */
import { createServer, get } from 'node:http';
import process from 'node:process';

const upstreams = process.env.UPSTREAMS.split(',');

function merge(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const upstream of upstreams) {
    const request = get(upstream, (source) => {
      source.pipe(response, { end: false });
      response.once('close', () => source.destroy());
    });
    request.once('error', () => response.destroy());
    response.once('close', () => request.destroy());
  }
}

const server = createServer((request, response) => {
  if (request.url === '/ready') response.end('ready');
  else merge(response);
});
server.setMaxListeners(0);
server.listen(Number(process.env.PORT), process.env.HOST);
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
