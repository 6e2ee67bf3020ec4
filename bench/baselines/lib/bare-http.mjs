/** A bare node:http server behind guards; `/ready` answers without them. It ends at SIGTERM. */
import { createServer } from 'node:http';
import process from 'node:process';
import { createGuard } from './guard.mjs';

/** @param {import('node:http').RequestListener} listener answers guarded requests */
export function serve(listener) {
  const check = createGuard();
  const refuse = (response, error) => response.writeHead(401).end(String(error));
  const server = createServer((request, response) => {
    if (request.url === '/ready') return response.end('ready');
    check(request.headers.authorization).then(
      () => listener(request, response),
      (error) => refuse(response, error),
    );
  });
  server.listen(Number(process.env.PORT), process.env.HOST);
  process.once('SIGTERM', () => process.exit(0));
}
