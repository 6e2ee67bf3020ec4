import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  TEST_SERVERS,
  createTestDatabase,
  eventually,
  type TestDatabase,
  stopwatch,
} from '@portolan/service/testing';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { migrations } from '../migrations';
import { JobEntity } from '../src/jobs/job.entity';
import { Client, containing, job, register, startJobs, type JobsService } from './support';

// Real processes on a machine shared with other tests.
/** Jobs that record their runs, so that a repeated run is detected. */
class Notes {
  private constructor(private readonly path: string) {}

  static async create(): Promise<Notes> {
    return new Notes(join(await mkdtemp(join(tmpdir(), 'portolan-notes-')), 'runs'));
  }

  get commandArgs(): string {
    return `'echo $PORTOLAN_JOB_ID >> ${this.path}'`;
  }

  async runs(): Promise<string[]> {
    return (await readFile(this.path, 'utf8')).trim().split('\n').sort();
  }
}

describe('several processes', () => {
  it('[V3-RUN-1] run no job twice: two replicas of everything on one database', async () => {
    const one = await startJobs();
    const two = await startJobs({
      database: one.database,
      queuePrefix: one.queuePrefix,
      env: { PORT_RANGE: '25000-25999' },
    });
    const notes = await Notes.create();
    try {
      await register(one.client);
      const clients = [one.client, two.client];
      const ids = await Promise.all(
        Array.from({ length: 20 }, (_, index) => {
          const client = clients[index % 2] ?? one.client;
          return client.submit({ commandArgs: notes.commandArgs });
        }),
      );
      for (const id of ids) expect((await two.client.ended(id)).status).toBe('SUCCEEDED');
      expect(await notes.runs()).toEqual([...ids].sort());
    } finally {
      await two.close();
      await one.stop();
    }
  });

  it('[V3-RUN-2] lose no job when Redis is emptied while jobs wait, and run each once', async () => {
    const owner = await startJobs({ env: { ROLES: 'api,controller' } });
    const notes = await Notes.create();
    const redis = new Redis(TEST_SERVERS.redis);
    let node: JobsService | undefined;
    try {
      await register(owner.client);
      const ids: string[] = [];
      for (let index = 0; index < 8; index++) {
        ids.push(await owner.client.submit({ commandArgs: notes.commandArgs }));
      }
      const keys = await redis.keys(`${owner.queuePrefix}:*`);
      expect(keys.some((key) => key.includes('launches.default'))).toBe(true);
      await redis.del(keys);
      node = await startJobs({
        database: owner.database,
        queuePrefix: owner.queuePrefix,
        env: { ROLES: 'node' },
      });
      for (const id of ids) expect((await owner.client.ended(id)).status).toBe('SUCCEEDED');
      expect(await notes.runs()).toEqual([...ids].sort());
    } finally {
      redis.disconnect();
      await node?.close();
      await owner.stop();
    }
  });
});

/** Sets up an owner of jobs and a node that can be away, for the tests of one block. */
function ownerAndNode(leaseMs: number) {
  let owner: JobsService;
  let node: JobsService;
  let workDirectory: string;
  const startNode = () =>
    startJobs({
      database: owner.database,
      queuePrefix: owner.queuePrefix,
      workDirectory,
      env: { ROLES: 'node', NODE_ID: 'node-1' },
    });
  beforeAll(async () => {
    owner = await startJobs({ env: { ROLES: 'api,controller', LEASE_MS: String(leaseMs) } });
    workDirectory = await mkdtemp(join(tmpdir(), 'portolan-node-'));
    node = await startNode();
    await register(owner.client);
  });
  afterAll(async () => {
    await node.close();
    await owner.stop();
  });
  return {
    service: () => owner,
    client: () => owner.client,
    nodeUrl: () => node.url,
    running: async (commandArgs: string): Promise<string> => {
      const id = await owner.client.submit({ commandArgs });
      await owner.client.until(id, ['RUNNING']);
      return id;
    },
    /** Runs `work` while the node is down. Restarts the node also after an error, because the next test needs it. */
    whileAway: async (work: () => Promise<void>): Promise<void> => {
      await node.close();
      try {
        await work();
      } finally {
        node = await startNode();
      }
    },
  };
}

describe('a node that is away', () => {
  // It is back before its lease expires, also on a busy machine.
  const { client, nodeUrl, running, whileAway } = ownerAndNode(60_000);

  it('[V3-RUN-3] reports the true end of launches that ended meanwhile, when it is back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portolan-gate-'));
    const gate = join(folder, 'open');
    const over = join(folder, 'over');
    // The job ends only after the node has closed.
    const id = await running(`'until [ -e ${gate} ]; do sleep 0.05; done; echo done; : > ${over}; exit 7'`);
    await whileAway(async () => {
      await writeFile(gate, '');
      await eventually('the job has ended', () => existsSync(over));
      expect(await client().statusOf(id)).toBe('RUNNING');
    });
    expect(await client().ended(id)).toMatchObject({
      status: 'FAILED',
      statusMsg: 'Job failed: exit code 7.',
    });
    expect((await client().get(`/jobs/${id}/execution`)).body.exitCode).toBe(7);
    const stdout = await client().get<string>(`/jobs/${id}/output/stdout`);
    expect(stdout.body).toBe('done\n');
  });

  it('[V3-JOB-14] receives a kill when it is back; its output cannot be read meanwhile', async () => {
    const id = await running(`'sleep 600'`);
    await whileAway(async () => {
      expect((await client().call('DELETE', `/jobs/${id}`)).status).toBe(202);
      expect(await client().statusOf(id)).toBe('RUNNING');
      const output = await client().get(`/jobs/${id}/output/stdout`);
      expect([output.status, output.headers.get('retry-after')]).toEqual([503, '5']);
    });
    expect(await client().ended(id)).toMatchObject({
      status: 'KILLED',
      statusMsg: 'Job was killed by user.',
    });
  });

  it('[V3-ERR-3] is 503 within 2 s when it does not answer', async () => {
    const id = await running(`'sleep 600'`);
    await whileAway(async () => {
      const callers = new Set<Socket>();
      const silent = createServer((caller) => callers.add(caller));
      const { hostname, port } = new URL(nodeUrl());
      await new Promise<void>((resolve) => silent.listen(Number(port), hostname, resolve));
      const elapsed = stopwatch();
      const output = await client().get(`/jobs/${id}/output/stdout`);
      expect([output.status, output.headers.get('retry-after')]).toEqual([503, '5']);
      expect(elapsed()).toBeLessThan(2000);
      for (const caller of callers) caller.destroy();
      await new Promise((resolve) => silent.close(resolve));
    });
    await client().call('DELETE', `/jobs/${id}`);
    expect((await client().ended(id)).status).toBe('KILLED');
  });
});

describe('a node that is lost', () => {
  const { service, client, running, whileAway } = ownerAndNode(4000);

  it('[V3-RUN-4] fails its jobs if it does not return', async () => {
    const id = await running(`'sleep 600'`);
    await whileAway(async () => {
      expect(await client().ended(id)).toMatchObject({
        status: 'FAILED',
        statusMsg: 'Agent AWOL for too long',
      });
      expect((await client().get(`/jobs/${id}/execution`)).body.archiveStatus).toBe('UNKNOWN');
      const output = await client().get(`/jobs/${id}/output/stdout`);
      expect([output.status, output.body.message]).toEqual([404, containing('is lost')]);
    });
    await eventually('it is read again', async () => {
      return (await client().get(`/jobs/${id}/output`)).status === 200;
    });
  });

  it('[V3-RUN-11] leaves the archive of an ended job UNKNOWN, not PENDING, if it does not return', async () => {
    const id = await client().submit();
    const archiveStatus = async () =>
      (await client().get(`/jobs/${id}/execution`)).body.archiveStatus as string;
    await eventually('archived', async () => (await archiveStatus()) === 'ARCHIVED');
    // Simulates the loss of the node before its report of the archive.
    const jobs = service().app.get(DataSource, { strict: false }).manager;
    await jobs.update(JobEntity, { id }, { archiveStatus: 'PENDING' });
    await new Promise((resolve) => setTimeout(resolve, 1000)); // several sweeps: its node is alive
    expect(await archiveStatus()).toBe('PENDING');
    await whileAway(async () => {
      await eventually('given up', async () => (await archiveStatus()) === 'UNKNOWN');
    });
  });
});

describe('an unreachable database', () => {
  let database: TestDatabase;
  let proxy: Server;
  let port: number;
  const sockets = new Set<Socket>();
  let service: JobsService;

  beforeAll(async () => {
    database = await createTestDatabase(migrations);
    const real = new URL(database.url);
    proxy = createServer((client) => {
      const server = connect(Number(real.port), real.hostname);
      for (const socket of [client, server]) {
        sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => sockets.delete(socket));
      }
      client.pipe(server).pipe(client);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    port = (proxy.address() as AddressInfo).port;
    const through = new URL(database.url);
    through.port = String(port);
    service = await startJobs({ database: { url: through.href, drop: () => database.drop() } });
    await register(service.client);
  });
  afterAll(async () => {
    await service.stop();
    proxy.close();
  });

  it('[V3-ERR-3] is answered with 503 and Retry-After within 2 s, and jobs continue when it is back', async () => {
    const before = await service.client.submit({ commandArgs: `'sleep 3; echo survived'` });
    await service.client.until(before, ['RUNNING']);
    proxy.close();
    for (const socket of sockets) socket.destroy();
    const elapsed = stopwatch();
    const client = new Client(service.url);
    const answers = await Promise.all([
      client.get('/jobs'),
      client.get('/clusters/x'),
      client.call('POST', '/jobs', job()),
    ]);
    expect(elapsed()).toBeLessThan(2000);
    for (const { status, headers, body } of answers) {
      expect([status, headers.get('retry-after'), body.errorCode]).toEqual([503, '2', 503]);
    }
    await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
    const after = await eventually('submission works', () => client.submit().catch(() => undefined));
    expect((await client.ended(after)).status).toBe('SUCCEEDED');
    expect((await client.ended(before)).status).toBe('SUCCEEDED');
  });
});
