import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  eventually,
  onceAvailable,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '@portolan/service/testing';
import { jobOrchestration } from '../src/service-definition';

/** The tested fields of a HAL document or of an entry of a list. */
export interface Shown extends Record<string, unknown> {
  _links: Record<string, { href: string; templated?: boolean }>;
}

/** A response with its body. */
export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  body: T;
}

/** Calls the API of one replica. */
export class Client {
  constructor(readonly url: string) {}

  async call<T = Shown>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const response = await fetch(path.startsWith('http') ? path : `${this.url}/api/v3${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: (json && text !== '' ? JSON.parse(text) : text) as T,
    };
  }

  get<T = Shown>(path: string): Promise<Answer<T>> {
    return this.call<T>('GET', path);
  }

  /** Creates a resource. @returns its id */
  async create(collection: string, body: object): Promise<string> {
    const create = () => this.call('POST', `/${collection}`, body);
    const { status, headers, body: answer } = await onceAvailable(create);
    if (status !== 201 && status !== 202) throw new Error(`${status} ${JSON.stringify(answer)}`);
    return decodeURIComponent(headers.get('location')?.split('/').at(-1) ?? '');
  }

  submit(change: object = {}): Promise<string> {
    return this.create('jobs', job(change));
  }

  async statusOf(id: string): Promise<string> {
    return (await this.get<{ status: string }>(`/jobs/${encodeURIComponent(id)}/status`)).body.status;
  }

  /** Waits until the job is in one of the states. @returns the job */
  async until(id: string, statuses: readonly string[]): Promise<Shown> {
    return eventually(`job ${id} is ${statuses.join(' or ')}`, async () => {
      const { body } = await this.get(`/jobs/${encodeURIComponent(id)}`);
      if (statuses.includes(body.status as string)) return body;
      throw new Error(`${JSON.stringify(body.status)}: ${JSON.stringify(body.statusMsg)}`);
    });
  }

  ended(id: string): Promise<Shown> {
    return this.until(id, ['SUCCEEDED', 'FAILED', 'KILLED']);
  }
}

/** Matchers of a type that may stand in any object. */
export const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);
export const some = (type: unknown): unknown => expect.any(type);
export const containing = (text: string): unknown => expect.stringContaining(text);

const COMMON = { name: 'test', user: 'someone', version: '1.0' };

export const application = (change: object = {}) => ({
  ...COMMON,
  status: 'ACTIVE',
  tags: ['kind:tool'],
  ...change,
});
export const cluster = (change: object = {}) => ({
  ...COMMON,
  status: 'UP',
  tags: ['type:local'],
  ...change,
});
export const command = (change: object = {}) => ({
  ...COMMON,
  status: 'ACTIVE',
  tags: ['type:bash'],
  executableAndArguments: ['bash', '-c'],
  clusterCriteria: [{ tags: ['type:local'] }],
  ...change,
});

/** A job for the cluster and the command above; a small one, so that many run at once. */
export const job = (change: object = {}) => ({
  ...COMMON,
  commandArgs: `'echo hello'`,
  clusterCriterias: [{ tags: ['type:local'] }],
  commandCriteria: ['type:bash'],
  memory: 16,
  ...change,
});

/** A page of a search. */
export interface Page {
  _embedded?: Record<string, Shown[]>;
  _links: Shown['_links'];
  page: { size: number; totalElements: number; totalPages: number; number: number };
}

/** A service with a working directory of its own. */
export interface JobsService extends TestService {
  client: Client;
  workDirectory: string;
}

/** Settings for fast tests; the ports of nodes are not used by other test files at the same time. */
export async function startJobs(
  options: TestServiceOptions & { workDirectory?: string } = {},
): Promise<JobsService> {
  const workDirectory = options.workDirectory ?? (await mkdtemp(join(tmpdir(), 'portolan-jobs-')));
  const service = await startTestService(jobOrchestration, {
    ...options,
    env: {
      NODE_WORK_DIR: workDirectory,
      NODE_MEMORY_MB: '4096',
      ARCHIVE_DIR: join(workDirectory, 'archives'),
      ATTACHMENTS_DIR: join(workDirectory, 'attachments'),
      SWEEP_MS: '200',
      // Load on the machine must not look like the loss of a node.
      LEASE_MS: '60000',
      OFFER_RESEND_MS: '500',
      JOB_KILL_GRACE_MS: '1000',
      KILL_GRACE_MS: '200',
      ...options.env,
    },
  });
  return {
    ...service,
    client: new Client(service.url),
    workDirectory,
    stop: async () => {
      await service.stop();
      endJobsOf(workDirectory);
      await rm(workDirectory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Ends the jobs that still run: a node that has stopped leaves them to its next process. */
function endJobsOf(nodeDirectory: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
      if (variables.includes(`PORTOLAN_NODE_DIR=${nodeDirectory}`)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended, or is that of another user.
    }
  }
}

interface Output {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * The response with a file or listing of a job's output. Asks again while the service asks for that: on a machine under load a
 * node may not answer another process within 2 s.
 */
export const outputOf = (
  { url }: Pick<JobsService, 'url'>,
  id: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Output> =>
  eventually('an answer about the output', async () => {
    const response = await fetch(`${url}/api/v3/jobs/${encodeURIComponent(id)}/output${path}`, { headers });
    const output = { status: response.status, headers: response.headers, text: await response.text() };
    return !(output.status === 503 && output.text.includes('is unreachable')) && output;
  });

/** The cluster and the command that {@link job} asks for. */
export async function register(client: Client): Promise<{ clusterId: string; commandId: string }> {
  return {
    clusterId: await client.create('clusters', cluster()),
    commandId: await client.create('commands', command()),
  };
}
