/** The streaming jobs of a run and their clients. */
import { createReadStream, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '../lib/network.mjs';
import { writeZip } from '../lib/pack.mjs';
import { environmentOf, findByEnvironment, signal } from '../lib/processes.mjs';
import { RetryingClient, OutputClient, SocketClient } from './clients.mjs';

const WORKER = join(dirname(fileURLToPath(import.meta.url)), 'worker');
const WORKERS = 2;
const CRON = { name: 'ChaosCron', spec: '0/15 * * * * ?', windowMs: 15_000 };
const api = '/api/v1';

export class Streams {
  clients = [];
  #random;

  constructor(world, urls, { host, count, random }) {
    this.client = new RetryingClient(urls);
    // Every third cluster has an SLA minimum, which the platform maintains.
    this.clusters = Array.from({ length: count }, (_, i) => ({
      name: `Chaos${i}`,
      minimum: i % 3 === 0 ? 1 : 0,
    }));
    this.#random = random;
    Object.assign(this, { world, host });
  }

  cron = CRON;

  async prepare() {
    const artifact = await this.#serveArtifact();
    for (const cluster of this.clusters)
      await this.#create(cluster.name, artifact, { slaMin: cluster.minimum, slaMax: cluster.minimum });
    await this.#create(CRON.name, artifact, { cronSpec: CRON.spec, cronPolicy: 'KEEP_NEW', slaMax: 1 }, 1);
    for (const { name, minimum } of this.clusters)
      if (minimum === 0)
        await this.#post(`/jobClusters/${name}/jobs`, {
          name,
          user: 'chaos',
          jobSla: { durationType: 'Perpetual' },
        });
  }

  /** Clients of every cluster: output over server-sent events and over a websocket, and the job's events. */
  async connect() {
    const urls = this.client.urls;
    for (const [i, { name }] of this.clusters.entries()) {
      const path = `${api}/jobConnectbyname/${name}?enableMetaMessages=true`;
      this.clients.push(new OutputClient(urls, path, `${name} output`));
      if (i % 2 === 0) this.clients.push(new SocketClient(urls, path, `${name} output, websocket`));
      const discovery = `${api}/jobClusters/discoveryInfoStream/${name}?sendHB=true`;
      this.clients.push(new OutputClient(urls, discovery, `${name} discovery`));
    }
    for (const client of this.clients) client.open();
  }

  killWorker() {
    const workers = this.#workerProcesses();
    if (workers.length > 0) signal(this.#random.pick(workers), 'SIGKILL');
  }

  /** Kills a job of a cluster with a minimum: the platform has to start another one. */
  async endOne() {
    const { name } = this.#random.pick(this.clusters.filter(({ minimum }) => minimum > 0));
    const [job] = await this.#activeOf(name);
    const id = job?.jobMetadata.jobId;
    if (job) await this.client.until('DELETE', `${api}/jobs/${id}?user=chaos&reason=chaos`);
  }

  async #activeOf(name) {
    const { list } = await this.client.get(`${api}/jobClusters/${name}/jobs?jobState=Active&limit=50`);
    return list;
  }

  /** Returns the clusters without exactly one launched job with all its workers, by name, with their jobs. */
  async #lacking() {
    const lacking = [];
    for (const { name } of this.clusters) {
      const jobs = await this.#activeOf(name);
      const launched = jobs.filter(({ jobMetadata }) => jobMetadata.state === 'Launched');
      const workers = launched.flatMap(({ workerMetadataList }) => workerMetadataList);
      const started = workers.filter(({ state }) => state === 'Started');
      const states = workers.map(({ state }) => state).join(' ') || 'none';
      if (jobs.length !== 1 || launched.length !== 1 || started.length !== WORKERS)
        lacking.push(`${name}: ${jobs.length} jobs, ${launched.length} launched, workers ${states}`);
    }
    return lacking;
  }

  /** Waits until no cluster is incomplete. @returns the incomplete ones at the time limit */
  async settled(limitMs) {
    let lacking;
    const isSettled = async () => (lacking = await this.#lacking()).length === 0;
    await waitFor(isSettled, { timeoutMs: limitMs, everyMs: 1000 });
    return lacking;
  }

  running() {
    return this.#workerProcesses().map(({ pid }) => {
      const { JOB_ID, WORKER_INDEX, WORKER_NUMBER, STAGE_NUM } = environmentOf(pid);
      return { job: JOB_ID, index: WORKER_INDEX, number: WORKER_NUMBER, stage: STAGE_NUM };
    });
  }

  #workerProcesses() {
    const { folder } = this.world;
    return findByEnvironment(({ WORKER_NUMBER, PORTOLAN_NODE_DIR }) =>
      Boolean(WORKER_NUMBER && PORTOLAN_NODE_DIR?.startsWith(folder)),
    );
  }

  async #create(name, artifact, more, workers = WORKERS) {
    const machineDefinition = { cpuCores: 0.1, memoryMB: 64, diskMB: 16, networkMbps: 1, numPorts: 1 };
    const body = {
      jobDefinition: {
        name,
        user: 'chaos',
        version: '1.0',
        jobJarFileLocation: artifact,
        schedulingInfo: { stages: { 1: { numberOfInstances: workers, machineDefinition, scalable: false } } },
        parameters: [],
        ...more,
      },
      owner: { name: 'chaos', contactEmail: 'chaos@example.com' },
    };
    await this.#post('/jobClusters', body);
  }

  async #post(path, body) {
    const { status, text } = await this.client.until('POST', `${api}${path}`, { body });
    if (status !== 201)
      throw new Error(`POST ${path} of ${body.name ?? 'a cluster'} answered ${status}: ${text}`);
  }

  async #serveArtifact() {
    const path = join(this.world.folder, 'chaos-1.0.zip');
    const read = (name) => [name, readFileSync(join(WORKER, name), 'utf8')];
    await writeZip(path, Object.fromEntries(['worker.json', 'worker.mjs'].map(read)));
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/zip' });
      createReadStream(path).pipe(response);
    });
    return `${await this.world.listen(server, this.host)}chaos-1.0.zip`;
  }
}
