import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { CLI_PROCESS } from '@portolan/cli/testing';
import { eventually } from '@portolan/service/testing';
import { register, startJobs, type JobsService } from '../../support';

const ATTEMPT_BYTES = 512 * 1024 * 1024;
/** A gigabyte breaks off more than 20 times. */
const CUT_AFTER = 48 * 1024 * 1024;
const LIMIT_MS = 200_000;

/** The output of one attempt, for a shell. */
const output = (attempt: string) => `yes "line of attempt ${attempt}" | head -c ${ATTEMPT_BYTES}`;

describe('portolan job logs -f over a gigabyte', () => {
  let owner: JobsService;
  let replica: JobsService;
  let proxy: CuttingProxy;

  const startReplica = () =>
    startJobs({
      database: owner.database,
      queuePrefix: owner.queuePrefix,
      env: { ROLES: 'api', ARCHIVE_DIR: `${owner.workDirectory}/archives` },
    });

  beforeAll(async () => {
    owner = await startJobs({ env: { LEASE_MS: '60000' } });
    replica = await startReplica();
    proxy = await CuttingProxy.start(replica.url);
    await register(owner.client);
  });
  afterAll(async () => {
    proxy.stop();
    await replica.close();
    await owner.stop();
  });

  it('[CLI-LOGS-2] prints each byte once: over 20 cut connections, a restart, a retry and the archive', async () => {
    const id = await owner.client.submit({
      commandArgs: `'${output('$PORTOLAN_ATTEMPT')}; [ $PORTOLAN_ATTEMPT = 2 ]'`,
      retry: { limit: 1, on: ['exit'], delaySeconds: 0 },
    });
    const words = ['job', 'logs', '-f', id, '--attempt', '1', '--jobs', proxy.url];
    const command = spawn(process.execPath, [...CLI_PROCESS, ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [printed, notes, ended] = [sumOf(command.stdout), text(command.stderr), once(command, 'close')];

    await eventually('a quarter is printed', async () => printed.bytes > ATTEMPT_BYTES / 2, LIMIT_MS);
    await replica.close();
    replica = await startReplica();
    proxy.target = replica.url;

    const [code] = (await ended) as [number];
    expect([code, printed.bytes]).toEqual([0, 2 * ATTEMPT_BYTES]);
    const both = spawn('sh', ['-c', `${output('1')}; ${output('2')}`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const expected = sumOf(both.stdout);
    await once(both, 'close');
    expect(printed.digest()).toBe(expected.digest());
    expect(proxy.cuts).toBeGreaterThanOrEqual(20);
    expect(await notes).toContain('connected again; nothing is missing');
    expect((await owner.client.ended(id)).status).toBe('SUCCEEDED');
    const { body } = await owner.client.get(`/jobs/${id}/execution`);
    expect(body.archiveStatus).toBe('ARCHIVED');
  });
});

/** Counts and hashes the bytes of a stream as they come. */
function sumOf(stream: Readable): { readonly bytes: number; digest: () => string } {
  const hash = createHash('sha256');
  const sum = { bytes: 0, digest: () => hash.digest('hex') };
  stream.on('data', (piece: Buffer) => {
    sum.bytes += piece.length;
    hash.update(piece);
  });
  return sum;
}

/** Passes connections on, and breaks each of them off after some bytes of answers. */
class CuttingProxy {
  cuts = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    public target: string,
  ) {}

  static async start(target: string): Promise<CuttingProxy> {
    const server = createServer({ allowHalfOpen: true });
    const proxy = new CuttingProxy(server, target);
    server.on('connection', (client: Socket) => proxy.pass(client));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private pass(client: Socket): void {
    const service = connect(Number(new URL(this.target).port), '127.0.0.1');
    let passed = 0;
    const end = (): void => {
      client.destroy();
      service.destroy();
    };
    for (const socket of [client, service]) {
      this.sockets.add(socket);
      socket.once('error', end).once('close', () => {
        this.sockets.delete(socket);
        end();
      });
    }
    client.pipe(service);
    service.on('data', (piece: Buffer) => {
      passed += piece.length;
      if (passed > CUT_AFTER) {
        this.cuts += 1;
        return end();
      }
      if (client.write(piece)) return;
      service.pause();
      client.once('drain', () => service.resume());
    });
  }
}
