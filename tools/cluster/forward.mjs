/** `forward.mjs <socket> <host> <port>`: forwards connections to a Unix socket to an address inside of the machine. */
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';

const [path, host, port] = process.argv.slice(2);

createServer((socket) => {
  const upstream = connect(Number(port), host);
  // Each direction ends separately, so that no data is truncated; an error ends both.
  pipeline(socket, upstream, () => {});
  pipeline(upstream, socket, () => {});
}).listen(path);
