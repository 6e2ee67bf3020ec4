/** Reads a JSON body and answers its number of fields: what nobody can do without. `/metrics` tells its processor time. */
import { createServer } from 'node:http';
import process from 'node:process';
import { text } from 'node:stream/consumers';

createServer(async (request, response) => {
  if (request.url === '/metrics') {
    const { user, system } = process.cpuUsage();
    response.end(`process_cpu_seconds_total ${(user + system) / 1e6}\n`);
    return;
  }
  const body = request.url === '/ready' ? {} : JSON.parse(await text(request));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ fields: Object.keys(body).length }));
}).listen(Number(process.env.PORT), process.env.HOST);
