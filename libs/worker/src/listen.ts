import type { Server } from 'node:http';

/** Opens a port. Rejects when it is in use or may not be opened. @param host undefined: all addresses of the machine */
export function listen(server: Server, port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
