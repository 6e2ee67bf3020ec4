/** Reads a JSON body and answers its number of fields: what nobody can do without. `/metrics` tells its processor time. */
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { serve } from './lib/bare-http.mjs';

serve(async (request, response) => {
  if (request.url === '/metrics') {
    const { user, system } = process.cpuUsage();
    response.end(`process_cpu_seconds_total ${(user + system) / 1e6}\n`);
    return;
  }
  const body = JSON.parse(await text(request));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ fields: Object.keys(body).length }));
});
