/** A bare node:http server that sends each client one event and keeps it. */
import { serve } from './lib/bare-http.mjs';

serve((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('data: {"name":"BenchIdle","jobId":"BenchIdle-1"}\n\n');
});
