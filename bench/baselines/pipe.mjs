/** A bare node:http server that pipes the bodies of several upstream addresses, requested with its query, into one response. */
import { get } from 'node:http';
import process from 'node:process';
import { serve } from './lib/bare-http.mjs';

const upstreams = process.env.UPSTREAMS.split(',');

function merge(response, query) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.setMaxListeners(0);
  for (const upstream of upstreams) {
    const request = get(`${upstream}?${query}`, { agent: false }, (source) => {
      source.pipe(response, { end: false });
      response.once('close', () => source.destroy());
    });
    request.once('error', () => response.destroy());
    response.once('close', () => request.destroy());
  }
}

serve((request, response) => merge(response, request.url.split('?')[1] ?? ''));
