import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, symlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_INTERNAL_TOKEN, TEST_SERVERS, eventually, type TestService } from '@portolan/service/testing';
import { freePort } from '@portolan/worker/testing';

/** The node of job orchestration, as its own tests run it. */
const PROGRAM = join(__dirname, '../../../../libs/node/test');

/** The programs that workers and the node need in their PATH, without others of the machine. */
const TOOLS = ['sh', 'setsid', 'env', 'cat', 'grep', 'ln', 'rm', 'sleep', 'echo'];

async function toolsIn(folder: string): Promise<string> {
  await mkdir(folder);
  await Promise.all(TOOLS.map((tool) => symlink(`/usr/bin/${tool}`, join(folder, tool))));
  await symlink(process.execPath, join(folder, 'node'));
  return folder;
}

/** A real node in a process of its own: it fetches artifacts and runs workers as processes. */
export class RealNode {
  private constructor(
    private readonly process: ChildProcess,
    private readonly url: string,
    private readonly directory: string,
  ) {}

  /** @param env more variables; workers find `node` on its PATH and a few tools, and no Java, unless it says otherwise */
  static async start(service: TestService, env: Record<string, string> = {}): Promise<RealNode> {
    const directory = await mkdtemp(join(tmpdir(), 'portolan-node-'));
    const port = await freePort();
    const child = spawn(
      process.execPath,
      ['--conditions=@portolan/source', '-r', join(PROGRAM, 'register.cjs'), join(PROGRAM, 'node-main.ts')],
      {
        stdio: ['pipe', 'inherit', 'inherit'],
        env: {
          PATH: await toolsIn(join(directory, 'tools')),
          HOME: process.env.HOME,
          PORT: String(port),
          HOST: '127.0.0.1',
          DATABASE_URL: service.database.url,
          REDIS_URL: TEST_SERVERS.redis,
          QUEUE_PREFIX: service.queuePrefix,
          INTERNAL_TOKEN: TEST_INTERNAL_TOKEN,
          OUTBOUND_ALLOWED: '127.0.0.0/8,::1',
          LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error',
          NODE_WORK_DIR: join(directory, 'work'),
          LAUNCH_REPORT_MS: '300',
          CLAIM_RETRY_MS: '100',
          PROCESS_POLL_MS: '200',
          ...env,
        },
      },
    );
    const node = new RealNode(child, `http://127.0.0.1:${port}`, directory);
    try {
      await eventually('the node accepts launches', () => node.call('GET', ''));
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
    return node;
  }

  /** Ends all workers, then the node. */
  async stop(): Promise<void> {
    await this.call('POST', '/actions/stop');
    const exited = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await exited;
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  private async call(method: string, path: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${TEST_INTERNAL_TOKEN}` };
    const response = await fetch(`${this.url}/internal/node${path}`, { method, headers });
    if (!response.ok) throw new Error(`the node answered ${response.status}`);
    return response.json();
  }
}
