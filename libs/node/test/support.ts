import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LaunchState, type LaunchEntity } from '@portolan/launches';
import type { TestOwner } from '@portolan/launches/testing';
import { TEST_INTERNAL_TOKEN, TEST_SERVERS, eventually, freePorts } from '@portolan/service/testing';
import type { NodeState } from '../src/node.dto';
import { processesOf as processesIn, readTable } from '../src/process/process-table';

const HERE = __dirname;

/** A descriptor that the starter of the node forgot, too high for Node.js to close: no job may get it. */
const LEFT_OPEN = Array.from({ length: 60 }, (_, index) => (index === 59 ? 'pipe' : 'ignore'));

/** Short intervals; a test sets the intervals that it examines. */
const QUICK = {
  LAUNCH_REPORT_MS: '300',
  CLAIM_RETRY_MS: '100',
  PROCESS_POLL_MS: '200',
  OWNER_TIMEOUT_MS: '2000',
};

/** A node in a separate process, which can be killed and frozen. */
export class TestNode {
  process: ChildProcess | undefined;
  private port = 0;

  private constructor(
    private readonly owner: TestOwner,
    readonly directory: string,
    private readonly env: Record<string, string>,
  ) {}

  static async start(owner: TestOwner, env: Record<string, string> = {}): Promise<TestNode> {
    const node = new TestNode(owner, await mkdtemp(join(tmpdir(), 'portolan-node-')), env);
    await node.start();
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.port ||= await freePorts();
    const child = spawn(
      process.execPath,
      ['--conditions=@portolan/source', '-r', join(HERE, 'register.cjs'), join(HERE, 'node-main.ts')],
      {
        stdio: ['pipe', 'inherit', 'inherit', ...LEFT_OPEN],
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          PORT: String(this.port),
          HOST: '127.0.0.1',
          DATABASE_URL: this.owner.service.database.url,
          REDIS_URL: TEST_SERVERS.redis,
          QUEUE_PREFIX: this.owner.service.queuePrefix,
          INTERNAL_TOKEN: TEST_INTERNAL_TOKEN,
          OUTBOUND_ALLOWED: '127.0.0.0/8,::1',
          LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error',
          NODE_WORK_DIR: this.directory,
          ...QUICK,
          ...this.env,
        },
      },
    );
    this.process = child;
    try {
      await eventually('node accepts launches', async () => (await this.state()).accepting);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  async state(): Promise<NodeState> {
    return (await (await this.call('/internal/node')).json()) as NodeState;
  }

  call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${TEST_INTERNAL_TOKEN}`, ...(init.headers as object) };
    return fetch(this.url + path, { ...init, headers });
  }

  /** Ends the node with a signal and waits for its end. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGCONT');
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  /** Text of a launch's file. */
  file(launchId: string, name: string): Promise<string> {
    return readFile(join(this.directory, 'launches', launchId, 'job', name), 'utf8');
  }

  /** Folders of a launch's control groups, according to its wrapper script; none without groups. */
  async groupsOf(launchId: string): Promise<string[]> {
    const script = join(this.directory, 'launches', launchId, 'control', 'start.sh');
    const text = await readFile(script, 'utf8').catch(() => '');
    return [...text.matchAll(/> '([^']+)\/(?:tasks|cgroup\.procs)'/g)].flatMap(([, folder]) => folder ?? []);
  }

  private async removeGroups(launchId: string): Promise<void> {
    for (const folder of await this.groupsOf(launchId)) {
      const removed = async (): Promise<boolean> => (await rmdir(folder).catch(isInUse)) !== false;
      await eventually(`${folder} is empty`, removed);
      await rmdir(dirname(folder)).catch(() => undefined);
    }
  }

  /** Ends the node, all processes of its launches, and removes its directory. */
  async remove(launchIds: readonly string[]): Promise<void> {
    await this.end();
    for (const id of launchIds) {
      for (const pid of await processesOf(id)) process.kill(pid, 'SIGKILL');
      await this.removeGroups(id);
    }
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Pids of a launch's processes, found by its mark; its wrapper may be among them. */
export const processesOf = async (launchId: string): Promise<number[]> => marked(await readTable(), launchId);

function marked(table: Awaited<ReturnType<typeof readTable>>, launchId: string): number[] {
  const own = table.filter(({ launchIds }) => launchIds.includes(launchId)).map(({ pid }) => pid);
  return processesIn(table, undefined, own, undefined);
}

/** @returns false for a group in use; undefined for a removed one */
const isInUse = (error: NodeJS.ErrnoException): false | undefined =>
  error.code === 'ENOENT' ? undefined : false;

/** The launch's row once it is in that state. */
export function inState(owner: TestOwner, launchId: string, state: LaunchState): Promise<LaunchEntity> {
  return eventually(`launch is ${state}`, async () => {
    const row = await owner.launches.find(launchId);
    return row?.state === state && row;
  });
}

export const ended = (owner: TestOwner, launchId: string): Promise<LaunchEntity> =>
  inState(owner, launchId, LaunchState.Ended);

export const running = (owner: TestOwner, launchId: string): Promise<LaunchEntity> =>
  inState(owner, launchId, LaunchState.Running);
