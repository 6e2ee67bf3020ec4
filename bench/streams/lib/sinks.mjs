/** Real workers of the bench's job, launched by the service on a node of job orchestration. */
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { load } from '../../../tools/lib/packages.mjs';
import { LOOPBACK, urlOf } from '../../../tools/lib/settings.mjs';
import { send } from '../../lib/client.mjs';
import { waitForAll } from '../../lib/wait.mjs';

const LAUNCH_TIMEOUT_MS = 30_000;

/** The program that the workers run. */
export const WORKER = join(dirname(fileURLToPath(import.meta.url)), '..', 'worker');

/** Packs the worker and serves the artifact for nodes. @returns its address */
export async function serveArtifact(bench) {
  const folder = join(bench.folder, 'artifacts');
  mkdirSync(folder, { recursive: true });
  const zip = new (load('yazl').ZipFile)();
  for (const name of ['worker.json', 'worker.mjs']) zip.addFile(join(WORKER, name), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(join(folder, 'bench-1.0.zip')));
  const store = await bench.serve('artifact-store', [join('tools', 'artifact-store.mjs')], {
    env: { ARTIFACTS_DIR: folder },
  });
  return `${store}/bench-1.0.zip`;
}

/** Receives the sink ports of workers: `GET /<port>`. */
export async function listenForSinks() {
  const ports = new Set();
  const server = createServer((request, response) => {
    ports.add(Number(request.url.slice(1)));
    response.end();
  }).listen(0, LOOPBACK);
  await once(server, 'listening');
  return { ports, server, url: urlOf(server.address().port) };
}

/** Returns the body for creating a job cluster of the bench's worker. @param more of its jobDefinition */
export function clusterBody(name, { workers, jarUrl, reportTo, eventsPerSecond = '', ...more }) {
  const machineDefinition = { cpuCores: 1, memoryMB: 128, diskMB: 64, networkMbps: 128, numPorts: 1 };
  const stage = { numberOfInstances: workers, machineDefinition, scalable: false };
  return {
    jobDefinition: {
      name,
      user: 'bench',
      version: '1.0',
      jobJarFileLocation: jarUrl,
      schedulingInfo: { stages: { 1: stage } },
      parameters: Object.entries({ reportTo, eventsPerSecond }).map(([parameter, value]) => ({
        name: parameter,
        value: String(value),
      })),
      ...more,
    },
    owner: { name: 'bench', contactEmail: 'bench@example.com' },
  };
}

export const createCluster = (streams, name, parts) =>
  send('POST', `${streams}/api/v1/jobClusters`, clusterBody(name, parts));

/** Submits a job; returns its record. */
export async function submit(streams, name) {
  const jobSla = { durationType: 'Perpetual' };
  const answer = await send('POST', `${streams}/api/v1/jobClusters/${name}/jobs`, {
    name,
    user: 'bench',
    jobSla,
  });
  return answer.json();
}

/**
 * Starts job orchestration, streaming control and a job with this many sink workers. @param env settings of the services
 * @returns also the addresses of the sinks
 */
export async function startSinks(bench, workers, { env = {}, eventsPerSecond } = {}) {
  const { streams } = await bench.services(['jobs', 'streams'], { NODE_SLOTS: String(workers), ...env });
  const sinks = await listenForSinks();
  const jarUrl = await serveArtifact(bench);
  await createCluster(streams, 'BenchStream', { workers, jarUrl, reportTo: sinks.url, eventsPerSecond });
  const { jobId } = (await submit(streams, 'BenchStream')).jobMetadata;
  await waitForAll('the workers', () => sinks.ports.size === workers, LAUNCH_TIMEOUT_MS);
  await waitForAll('the job', async () => (await stateOf(streams, jobId)) === 'Launched', LAUNCH_TIMEOUT_MS);
  const stop = async () => {
    await send('DELETE', `${streams}/api/v1/jobs/${jobId}?user=bench&reason=done`);
    sinks.server.close();
  };
  return { streams, jobId, upstreams: [...sinks.ports].map((port) => `${urlOf(port)}/`).join(','), stop };
}

const stateOf = async (streams, jobId) =>
  (await send('GET', `${streams}/api/v1/jobs/${jobId}`)).json().jobMetadata.state;
