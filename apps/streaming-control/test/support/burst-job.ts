/**
 * A job whose workers emit numbered events on request: `POST /?count=&bytes=` on their custom port, all events of a request in
 * one turn of the event loop. Runs from its sources, so that no test uses a stale build.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineJob, runWorker } from '@portolan/worker';
import { Observable } from 'rxjs';
import { ZipFile } from 'yazl';

export interface BurstEvent {
  worker: number;
  /** From 0, for each worker. */
  n: number;
  pad: string;
}

const job = defineJob({
  stages: [
    ({ ports, workerIndex }) =>
      new Observable<BurstEvent>((output) => {
        let n = 0;
        const server = createServer((request, response) => {
          const { searchParams } = new URL(request.url ?? '/', 'http://worker');
          const pad = 'x'.repeat(Number(searchParams.get('bytes')));
          for (let left = Number(searchParams.get('count')); left > 0; left -= 1) {
            output.next({ worker: workerIndex, n, pad });
            n += 1;
          }
          response.end();
        }).listen(ports.custom, '127.0.0.1');
        return () => server.close();
      }),
  ],
});

if (process.env.JOB_ID !== undefined) void runWorker(job, process.env);

/** Writes the artifact of the burst job into a folder. @returns the address of the artifact */
export async function writeBurstJob(folder: string): Promise<string> {
  const register = join(__dirname, '../../../../libs/node/test/register.cjs');
  const command = ['node', '--conditions=@portolan/source', '-r', register, __filename];
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify({ command, parameters: [] })), 'worker.json');
  zip.end();
  const path = join(folder, 'burst.zip');
  const file = createWriteStream(path);
  zip.outputStream.pipe(file);
  await once(file, 'close');
  return pathToFileURL(path).href;
}
