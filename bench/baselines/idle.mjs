/** A bare node:http server that sends each client one event and keeps it; `/memory` tells its resident bytes. */
import { createServer } from 'node:http';
import process from 'node:process';

const server = createServer((request, response) => {
  if (request.url === '/ready') response.end('ready');
  else if (request.url === '/memory') response.end(String(process.memoryUsage.rss()));
  else {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"name":"BenchIdle","jobId":"BenchIdle-1"}\n\n');
  }
});
server.listen(Number(process.env.PORT), process.env.HOST);
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
