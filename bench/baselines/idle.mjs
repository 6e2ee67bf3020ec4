/** A bare node:http server that sends each client one event and keeps it; `/memory` tells its resident bytes. */
import process from 'node:process';
import { serve } from './lib/bare-http.mjs';

serve((request, response) => {
  if (request.url === '/memory') response.end(String(process.memoryUsage.rss()));
  else {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"name":"BenchIdle","jobId":"BenchIdle-1"}\n\n');
  }
});
