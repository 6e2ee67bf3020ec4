/** A bare node:http server that answers with a record, made to JSON each time; `/lag` tells how long it held its event loop, ms. */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { serve } from './lib/bare-http.mjs';

const record = JSON.parse(readFileSync(process.env.BODY_FILE, 'utf8'));
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

serve((request, response) => {
  if (request.url === '/lag') {
    response.end(String(delay.max / 1e6));
    delay.reset();
  } else response.setHeader('content-type', 'application/json').end(JSON.stringify(record));
});
