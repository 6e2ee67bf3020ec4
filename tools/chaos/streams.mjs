/** The streaming jobs of a run and the clients that listen to them. */
import { createReadStream, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { load } from '../lib/packages.mjs';
import { writeZip } from '../lib/pack-zip.mjs';
import { environmentOf, findByEnvironment } from '../lib/processes.mjs';
import { Client } from './client.mjs';
import { OutputClient, SocketClient } from './stream-client.mjs';
import { sleep } from './world.mjs';

const WORKER = join(dirname(fileURLToPath(import.meta.url)), 'worker');
const WORKERS = 2;
/** Every third cluster has a minimum that the platform keeps by itself. */
const hasMinimum = (number) => number % 3 === 0;
const CRON = { name: 'ChaosCron', spec: '0/15 * * * * ?', windowMs: 15_000 };
const api = '/api/v1';

/** All streaming jobs of a run: one for each cluster, and one more cluster with a cron spec. */
export class Streams {
  clients = [];
  #random;

  constructor(world, urls, { host, count, random }) {
    this.client = new Client(urls);
    this.clusters = Array.from({ length: count }, (_, i) => ({
      name: `Chaos${i}`,
      minimum: hasMinimum(i) ? 1 : 0,
    }));
    this.#random = random;
    Object.assign(this, { world, host });
  }

  cron = CRON;

  /** Registers and submits everything, and connects the clients once the jobs run. */
  async prepare() {
    const artifact = await this.#serveArtifact();
    for (const cluster of this.clusters)
      await this.#create(cluster.name, artifact, { slaMin: cluster.minimum, slaMax: cluster.minimum });
    await this.#create(CRON.name, artifact, { cronSpec: CRON.spec, cronPolicy: 'KEEP_NEW', slaMax: 1 }, 1);
    for (const { name, minimum } of this.clusters) if (minimum === 0) await this.#submit(name);
  }

  /** Clients of every cluster: output over server-sent events and over a websocket, and the job's events. */
  async connect() {
    const urls = this.client.urls;
    for (const [i, { name }] of this.clusters.entries()) {
      const path = `${api}/jobConnectbyname/${name}?enableMetaMessages=true`;
      this.clients.push(new OutputClient(urls, path, `${name} output`));
      if (i % 2 === 0)
        this.clients.push(new SocketClient(load('ws'), urls, path, `${name} output, websocket`));
      this.clients.push(
        new OutputClient(
          urls,
          `${api}/jobClusters/discoveryInfoStream/${name}?sendHB=true`,
          `${name} discovery`,
        ),
      );
    }
    for (const client of this.clients) client.open();
  }

  /** Kills the processes of one worker, as the machine's memory killer would. */
  killWorker() {
    const workers = this.#workerProcesses();
    if (workers.length === 0) return;
    const { pid } = this.#random.pick(workers);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }

  /** Ends a job of a cluster with a minimum: the platform has to start another. */
  async endOne() {
    const { name } = this.#random.pick(this.clusters.filter(({ minimum }) => minimum > 0));
    const [job] = await this.activeOf(name);
    if (job)
      await this.client.until('DELETE', `${api}/jobs/${job.jobMetadata.jobId}?user=chaos&reason=chaos`);
  }

  async activeOf(name) {
    const { list } = await this.client.get(`${api}/jobClusters/${name}/jobs?jobState=Active&limit=50`);
    return list;
  }

  /** Clusters that do not have exactly one launched job with all of its workers, by name, with what they have. */
  async lacking() {
    const lacking = [];
    for (const { name } of this.clusters) {
      const jobs = await this.activeOf(name);
      const launched = jobs.filter(({ jobMetadata }) => jobMetadata.state === 'Launched');
      const workers = launched.flatMap(({ workerMetadataList }) => workerMetadataList);
      const started = workers.filter(({ state }) => state === 'Started');
      if (jobs.length !== 1 || launched.length !== 1 || started.length !== WORKERS)
        lacking.push(
          `${name}: ${jobs.length} jobs, ${launched.length} launched, workers ${workers.map(({ state }) => state).join(' ') || 'none'}`,
        );
    }
    return lacking;
  }

  /** Waits until nothing is lacking. @returns what is when time runs out */
  async settled(limitMs) {
    const deadline = performance.now() + limitMs;
    for (;;) {
      const lacking = await this.lacking();
      if (lacking.length === 0 || performance.now() > deadline) return lacking;
      await sleep(1000);
    }
  }

  /** Launch ids of the processes of workers that run now, by job and worker number. */
  running() {
    return this.#workerProcesses().map(({ pid }) => {
      const {
        JOB_ID: job,
        WORKER_INDEX: index,
        WORKER_NUMBER: number,
        STAGE_NUM: stage,
      } = environmentOf(pid);
      return { pid, job, index, number, stage };
    });
  }

  /** Deletes all clusters' crons and ends all jobs. */
  async endAll() {
    await this.client.until('POST', `${api}/jobClusters/${CRON.name}/actions/disableCluster`, {
      body: { name: CRON.name, user: 'chaos' },
    });
    for (const { name } of this.clusters)
      await this.client.until('POST', `${api}/jobClusters/${name}/actions/disableCluster`, {
        body: { name, user: 'chaos' },
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
    const answer = await this.client.until('POST', `${api}/jobClusters`, { body });
    if (answer.status !== 201)
      throw new Error(`the cluster ${name} was answered ${answer.status}: ${answer.text}`);
  }

  async #submit(name) {
    const body = { name, user: 'chaos', jobSla: { durationType: 'Perpetual' } };
    const answer = await this.client.until('POST', `${api}/jobClusters/${name}/jobs`, { body });
    if (answer.status !== 201)
      throw new Error(`a job of ${name} was answered ${answer.status}: ${answer.text}`);
  }

  async #serveArtifact() {
    const path = join(this.world.folder, 'chaos-1.0.zip');
    const entries = ['worker.json', 'worker.mjs'].map((name) => [
      name,
      readFileSync(join(WORKER, name), 'utf8'),
    ]);
    await writeZip(path, Object.fromEntries(entries));
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/zip' });
      createReadStream(path).pipe(response);
    }).listen(0, this.host);
    await once(server, 'listening');
    this.world.atEnd(() => server.close());
    return `http://${this.host}:${server.address().port}/chaos-1.0.zip`;
  }
}
