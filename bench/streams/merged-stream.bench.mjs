/**
 * Messages per second of one client of jobConnect, merged from four sink workers, against a bare node:http server that
 * pipes the same four sinks into one answer. The workers are real: launched by the service, on a node of job orchestration.
 */
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { LOOPBACK, urlOf } from '../../tools/lib/settings.mjs';
import { load } from '../../tools/lib/packages.mjs';
import { send } from '../lib/client.mjs';
import { messagesPerSecond } from '../lib/message-rate.mjs';
import { waitForAll } from '../lib/wait.mjs';

const WORKERS = 4;
const MESSAGE_BYTES = 1024;
const LAUNCH_TIMEOUT_MS = 30_000;

/** Packs the worker and serves it as nodes fetch it. Returns the artifact's address. */
async function serveArtifact(bench) {
  const source = join(dirname(fileURLToPath(import.meta.url)), 'worker');
  const folder = join(bench.folder, 'artifacts');
  mkdirSync(folder, { recursive: true });
  const zip = new (load('yazl').ZipFile)();
  for (const name of ['worker.json', 'worker.mjs']) zip.addFile(join(source, name), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(join(folder, 'bench-1.0.zip')));
  const store = await bench.serve('artifact-store', [join('tools', 'artifact-store.mjs')], {
    env: { ARTIFACTS_DIR: folder },
  });
  return `${store}/bench-1.0.zip`;
}

/** Listens for the workers to tell their sink ports: `GET /<port>`. */
async function listenForSinks() {
  const ports = new Set();
  const server = createServer((request, response) => {
    ports.add(Number(request.url.slice(1)));
    response.end();
  }).listen(0, LOOPBACK);
  await once(server, 'listening');
  return { ports, server, url: urlOf(server.address().port) };
}

function definition(jarUrl, reportTo) {
  return {
    jobDefinition: {
      name: 'BenchStream',
      user: 'bench',
      version: '1.0',
      jobJarFileLocation: jarUrl,
      schedulingInfo: {
        stages: {
          1: {
            numberOfInstances: WORKERS,
            machineDefinition: { cpuCores: 1, memoryMB: 128, diskMB: 64, networkMbps: 128, numPorts: 1 },
            scalable: false,
            softConstraints: [],
            hardConstraints: [],
          },
        },
      },
      parameters: [
        { name: 'messageBytes', value: String(MESSAGE_BYTES) },
        { name: 'reportTo', value: reportTo },
      ],
    },
    owner: {
      name: 'bench',
      teamName: 'bench',
      description: 'bench',
      contactEmail: 'bench@example.com',
      repo: '',
    },
  };
}

export default {
  name: 'streams: one merged stream',
  unit: 'messages/s',
  goal: 0.5,
  async setup(bench) {
    const { streams } = await bench.services(['jobs', 'streams'], { NODE_SLOTS: '8' });
    const jarUrl = await serveArtifact(bench);
    const sinks = await listenForSinks();
    await send('POST', `${streams}/api/v1/jobClusters`, definition(jarUrl, sinks.url));
    const submitted = await send('POST', `${streams}/api/v1/jobClusters/BenchStream/jobs`, {
      name: 'BenchStream',
      user: 'bench',
      jobSla: { durationType: 'Perpetual' },
    });
    const { jobId } = submitted.json().jobMetadata;
    await waitForAll('the workers', () => sinks.ports.size === WORKERS, LAUNCH_TIMEOUT_MS);
    const upstreams = [...sinks.ports].map((port) => `${urlOf(port)}/`).join(',');
    const bare = await bench.baseline('pipe', { UPSTREAMS: upstreams });
    return { streams, jobId, bare, sinks };
  },
  run: ({ streams, jobId }) => messagesPerSecond(`${streams}/api/v1/jobConnectbyid/${jobId}`),
  baseline: ({ bare }) => messagesPerSecond(`${bare}/`),
  async teardown({ streams, jobId, sinks }) {
    await send('DELETE', `${streams}/api/v1/jobs/${jobId}?user=bench&reason=done`);
    sinks.server.close();
  },
};
