import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redisOptions, type RedisTarget } from '@portolan/messaging';
import { freePorts } from '@portolan/service/testing';
import { Redis } from 'ioredis';
import { ServerProcess } from './server-process';

/** Sends one command to Redis and returns the reply. */
export async function askRedis(target: RedisTarget, ...command: [string, ...string[]]): Promise<unknown> {
  const redis = new Redis({
    ...redisOptions(target),
    lazyConnect: true,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
    connectTimeout: 2000,
  });
  // Also reported by `connect`.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await redis.call(...command);
  } finally {
    redis.disconnect();
  }
}

/** Separate Redis servers and sentinels with one password. */
export class RedisServers {
  readonly password = 'password of the test';
  private readonly processes: ServerProcess[] = [];

  private constructor(private readonly folder: string) {}

  static async create(): Promise<RedisServers> {
    return new RedisServers(await mkdtemp(join(tmpdir(), 'portolan-redis-')));
  }

  /** @returns its port and its process */
  async server(settings: Record<string, string>, target: (port: number) => RedisTarget) {
    const port = await freePorts();
    const started = await this.start(
      `server-${port}`,
      {
        [settings['tls-cert-file'] ? 'tls-port' : 'port']: String(port),
        requirepass: this.password,
        masterauth: `"${this.password}"`,
        save: '""',
        ...settings,
      },
      [],
    );
    await started.ready(() => askRedis(target(port), 'PING'));
    return { port, process: started };
  }

  /** A sentinel that watches the master on a port. @returns its port */
  async sentinel(master: string, masterPort: number, quorum: number): Promise<number> {
    const port = await freePorts();
    const started = await this.start(`sentinel-${port}`, { port: String(port) }, [
      `sentinel monitor ${master} 127.0.0.1 ${masterPort} ${quorum}`,
      `sentinel auth-pass ${master} "${this.password}"`,
      `sentinel down-after-milliseconds ${master} 1000`,
      `sentinel failover-timeout ${master} 10000`,
    ]);
    await started.ready(() => askRedis({ url: `redis://127.0.0.1:${port}` }, 'PING'));
    return port;
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((one) => one.kill()));
    await rm(this.folder, { recursive: true, force: true });
  }

  private async start(
    name: string,
    settings: Record<string, string>,
    more: string[],
  ): Promise<ServerProcess> {
    const file = join(this.folder, `${name}.conf`);
    const quoted = { ...settings, ...(settings.requirepass && { requirepass: `"${settings.requirepass}"` }) };
    const lines = Object.entries({ bind: '127.0.0.1', dir: this.folder, ...quoted }).map(
      ([key, value]) => `${key} ${value}`,
    );
    await writeFile(file, [...lines, ...more, ''].join('\n'));
    const started = new ServerProcess('redis-server', [file, ...(more.length > 0 ? ['--sentinel'] : [])]);
    this.processes.push(started);
    return started;
  }
}
