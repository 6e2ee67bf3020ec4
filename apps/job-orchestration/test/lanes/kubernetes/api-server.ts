import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { V1Job, V1Pod } from '@kubernetes/client-node';
import { Job } from 'kubernetes-models/batch/v1';
import { endPod, killPod, removePod, runPod, type RunningPod } from './pods';
import { allowedBy, type Rule } from './role';

interface Watcher {
  response: ServerResponse;
  selector: string | null;
}

interface Event {
  version: number;
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  object: V1Job;
}

/** A Job of the cluster and its pod. */
interface Hosted {
  job: V1Job;
  pod: V1Pod;
  running?: RunningPod;
  outOfMemory?: boolean;
}

const NAMESPACE = 'portolan';
const JOBS = `/apis/batch/v1/namespaces/${NAMESPACE}/jobs`;
const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;

/**
 * A Kubernetes API server as far as the launcher uses one, with the controller of Jobs, a scheduler and a kubelet
 * behind it: it checks what it gets by the published schema, lets nobody do what the Role does not allow, keeps
 * versions and events, and starts the command of each pod as a process.
 */
export class ApiServer {
  /** `batch/jobs create` for each call that was allowed. */
  readonly calls: string[] = [];
  /** Refused calls. */
  readonly refused: string[] = [];
  /** Secrets that pods may use. */
  readonly secrets: Record<string, Record<string, string>> = {};
  /** Number of watches refused with 410 Gone. */
  expired = 0;
  /** Whether machines have room; otherwise new pods stay pending. */
  schedules = true;
  readonly token = randomUUID();
  private readonly hosted = new Map<string, Hosted>();
  private readonly watchers = new Set<Watcher>();
  private events: Event[] = [];
  private version = 1000;
  private compacted = 0;
  private throttled = 0;
  private readonly allowed: ReadonlySet<string>;
  private readonly server: Server;

  constructor(rules: readonly Rule[]) {
    this.allowed = new Set(allowedBy(rules));
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => status(response, 500, String(error)));
    });
  }

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await Promise.all(
      [...this.hosted.values()].flatMap(({ running }) => (running ? [removePod(running)] : [])),
    );
    this.dropWatches();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Names of all Jobs. */
  get jobs(): string[] {
    return [...this.hosted.keys()];
  }

  find(name: string): Hosted | undefined {
    return this.hosted.get(name);
  }

  /** Refuses the next calls with 429 Too Many Requests. */
  throttle(count: number): void {
    this.throttled = count;
  }

  /** Drops all events so far: a watch from an older version gets 410 Gone. */
  compact(): void {
    this.version += 1;
    this.compacted = this.version;
    this.events = [];
  }

  /** Ends all watches, as a server does every few minutes. */
  dropWatches(): void {
    for (const { response } of this.watchers) response.end();
    this.watchers.clear();
  }

  async schedule(): Promise<void> {
    this.schedules = true;
    for (const hosted of this.hosted.values()) if (!hosted.running) await this.runOf(hosted);
  }

  /** Evicts a pod for lack of memory, with its grace period or at once. */
  async evict(name: string, graceMs: number): Promise<void> {
    const hosted = this.hosted.get(name);
    if (!hosted) throw new Error(`no Job ${name}`);
    const message = 'The node was low on resource: memory.';
    hosted.pod.status = { ...hosted.pod.status, reason: 'Evicted', message };
    if (!hosted.running) return this.ended(hosted, 137);
    hosted.job.status = { ...hosted.job.status, terminating: 1 };
    this.tell('MODIFIED', hosted.job);
    await (graceMs > 0 ? endPod(hosted.running, graceMs) : killPod(hosted.running));
  }

  /** Kills the container for lack of memory. */
  async runOutOfMemory(name: string): Promise<void> {
    const hosted = this.hosted.get(name);
    if (!hosted?.running) throw new Error(`no pod of ${name} runs`);
    hosted.outOfMemory = true;
    await killPod(hosted.running);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://api');
    const [group, resource, collection] = url.pathname.startsWith(JOBS)
      ? ['batch', 'jobs', JOBS]
      : ['', 'pods', PODS];
    const name = url.pathname.slice(collection.length + 1);
    const verb = verbOf(request.method ?? '', name, url.searchParams);
    if (request.headers.authorization !== `Bearer ${this.token}`)
      return status(response, 401, 'Unauthorized');
    const call = `${group}/${resource} ${verb}`;
    if (!url.pathname.startsWith(collection) || !this.allowed.has(call)) {
      this.refused.push(`${call} ${url.pathname}`);
      return status(response, 403, `may not ${verb} ${resource}`);
    }
    this.calls.push(call);
    if (this.throttled > 0) {
      this.throttled -= 1;
      response.setHeader('retry-after', '1');
      return status(response, 429, 'too many requests, please try again later');
    }
    const selector = url.searchParams.get('labelSelector');
    if (resource === 'pods') return this.listPods(response, selector);
    switch (verb) {
      case 'create':
        return this.create(JSON.parse(await text(request)) as V1Job, url.searchParams, response);
      case 'list':
        return this.listJobs(response, selector);
      case 'watch':
        return this.watch(Number(url.searchParams.get('resourceVersion')), selector, response);
      case 'delete':
        return this.remove(name, response);
      default:
        return status(response, 405, 'method not allowed');
    }
  }

  private async create(given: V1Job, query: URLSearchParams, response: ServerResponse): Promise<void> {
    try {
      new Job(given as never).validate();
    } catch (error) {
      return status(response, 422, `Job is invalid: ${String(error)}`);
    }
    const name = given.metadata?.name ?? '';
    if (
      query.get('fieldValidation') !== 'Strict' ||
      !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name) ||
      name.length > 63
    )
      return status(response, 422, `metadata.name: Invalid value: "${name}"`);
    if (this.hosted.has(name)) return status(response, 409, `jobs.batch "${name}" already exists`);
    const job: V1Job = {
      ...given,
      metadata: { ...given.metadata, uid: randomUUID(), creationTimestamp: new Date() },
      status: { active: 1 },
    };
    const labels = { ...given.spec?.template.metadata?.labels, 'job-name': name };
    const pod: V1Pod = { metadata: { name: `${name}-abcde`, labels }, status: { phase: 'Pending' } };
    const hosted: Hosted = { job, pod };
    this.hosted.set(name, hosted);
    this.tell('ADDED', job);
    json(response, 201, job);
    if (this.schedules) await this.runOf(hosted);
  }

  private async runOf(hosted: Hosted): Promise<void> {
    const spec = hosted.job.spec?.template.spec;
    if (!spec) throw new Error('a Job without a pod');
    const running = await runPod(spec, this.secrets);
    hosted.running = running;
    hosted.pod.status = { ...hosted.pod.status, phase: 'Running', podIP: running.ip };
    running.process.once('exit', (code, signal) => this.ended(hosted, code ?? (signal ? 137 : 1)));
  }

  private ended(hosted: Hosted, code: number): void {
    const evicted = hosted.pod.status?.reason === 'Evicted';
    const failed = code !== 0 || evicted;
    const reason = hosted.outOfMemory ? 'OOMKilled' : 'Error';
    const terminated = { exitCode: code, reason: failed ? reason : 'Completed' };
    hosted.pod.status = {
      ...hosted.pod.status,
      phase: failed ? 'Failed' : 'Succeeded',
      containerStatuses: [
        { name: 'launch', image: '', imageID: '', ready: false, restartCount: 0, state: { terminated } },
      ],
    };
    const condition = failed
      ? {
          type: 'Failed',
          reason: 'BackoffLimitExceeded',
          message: 'Job has reached the specified backoff limit',
        }
      : { type: 'Complete' };
    hosted.job.status = {
      conditions: [{ ...condition, status: 'True' }],
      [failed ? 'failed' : 'succeeded']: 1,
    };
    if (this.hosted.get(hosted.job.metadata?.name ?? '') === hosted) this.tell('MODIFIED', hosted.job);
  }

  private async remove(name: string, response: ServerResponse): Promise<void> {
    const hosted = this.hosted.get(name);
    if (!hosted) return status(response, 404, `jobs.batch "${name}" not found`);
    this.hosted.delete(name);
    this.tell('DELETED', hosted.job);
    json(response, 200, { kind: 'Status', apiVersion: 'v1', status: 'Success' });
    if (!hosted.running) return;
    await endPod(hosted.running, 5000);
    await removePod(hosted.running);
  }

  private listJobs(response: ServerResponse, selector: string | null): void {
    const items = [...this.hosted.values()].map(({ job }) => job).filter((job) => selects(selector, job));
    const metadata = { resourceVersion: String(this.version) };
    json(response, 200, { kind: 'JobList', apiVersion: 'batch/v1', metadata, items });
  }

  private listPods(response: ServerResponse, selector: string | null): void {
    const items = [...this.hosted.values()].map(({ pod }) => pod).filter((pod) => selects(selector, pod));
    json(response, 200, { kind: 'PodList', apiVersion: 'v1', metadata: {}, items });
  }

  private watch(from: number, selector: string | null, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (from < this.compacted) {
      this.expired += 1;
      const gone = {
        kind: 'Status',
        status: 'Failure',
        code: 410,
        reason: 'Expired',
        message: 'too old resource version',
      };
      response.end(`${JSON.stringify({ type: 'ERROR', object: gone })}\n`);
      return;
    }
    const watcher = { response, selector };
    for (const event of this.events) if (event.version > from) send(watcher, event);
    response.flushHeaders();
    this.watchers.add(watcher);
    response.on('close', () => this.watchers.delete(watcher));
  }

  private tell(type: Event['type'], job: V1Job): void {
    this.version += 1;
    job.metadata = { ...job.metadata, resourceVersion: String(this.version) };
    const event = { version: this.version, type, object: structuredClone(job) };
    this.events.push(event);
    for (const watcher of this.watchers) send(watcher, event);
  }
}

function send({ response, selector }: Watcher, { type, object }: Event): void {
  if (selects(selector, object)) response.write(`${JSON.stringify({ type, object })}\n`);
}

function verbOf(method: string, name: string, query: URLSearchParams): string {
  if (method === 'POST') return 'create';
  if (method === 'DELETE') return name === '' ? 'deletecollection' : 'delete';
  if (method === 'GET' && name !== '') return 'get';
  if (method === 'GET') return query.get('watch') === 'true' ? 'watch' : 'list';
  return method === 'PATCH' ? 'patch' : 'update';
}

function selects(selector: string | null, { metadata }: V1Job | V1Pod): boolean {
  return (selector ?? '')
    .split(',')
    .filter((part) => part !== '')
    .every((part) => {
      const [label = '', value] = part.split('=');
      return metadata?.labels?.[label] === value;
    });
}

async function text(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function json(response: ServerResponse, code: number, body: object): void {
  response.writeHead(code, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const status = (response: ServerResponse, code: number, message: string): void =>
  json(response, code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, message });
