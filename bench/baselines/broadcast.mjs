/**
 * A bare node:http server that sends the output of several upstream addresses to all its clients, with the query of the first
 * client. When a client can't take more, nobody gets more until it can: nothing is lost, and nothing grows.
 */
import { get } from 'node:http';
import process from 'node:process';
import { serve } from './lib/bare-http.mjs';

const upstreams = process.env.UPSTREAMS.split(',');
const clients = new Set();
const sources = new Set();
const full = new Set();

function freed(client) {
  full.delete(client);
  if (full.size === 0) for (const source of sources) source.resume();
}

function broadcast(chunk) {
  for (const client of clients) {
    if (client.write(chunk)) continue;
    full.add(client);
    for (const source of sources) source.pause();
  }
}

function connect(query) {
  for (const upstream of upstreams) {
    get(`${upstream}?${query}`, { agent: false }, (source) => {
      sources.add(source);
      source.on('data', broadcast);
      source.once('close', () => sources.delete(source));
      source.on('error', () => {});
    });
  }
}

function join(client, query) {
  client.writeHead(200, { 'content-type': 'text/event-stream' });
  client.flushHeaders();
  client.on('drain', () => freed(client));
  client.once('close', () => {
    clients.delete(client);
    freed(client);
    if (clients.size === 0) for (const source of sources) source.destroy();
  });
  clients.add(client);
  if (clients.size === 1) connect(query);
}

serve((request, response) => join(response, request.url.split('?')[1] ?? ''));
