import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RedisTarget } from '@portolan/messaging';
import { dataSourceOptions, migrate, type DatabaseTarget } from '@portolan/service';
import { eventually } from '@portolan/service/testing';
import { TestAuthority } from '@portolan/service/testing/auth';
import { DataSource } from 'typeorm';
import { migrations } from '../../../migrations';
import { register, startJobs, type JobsService } from '../../support';
import { SecureMysql, type CertificateFiles } from './support/mysql-server';
import { RedisServers, askRedis } from './support/redis-servers';

// Servers of its own.

const PASSWORD = 'password of the database';

async function query(target: DatabaseTarget, statement: string): Promise<Record<string, string>[]> {
  const source = await new DataSource(dataSourceOptions({ ...target, poolSize: 1 })).initialize();
  try {
    return await source.query<Record<string, string>[]>(statement);
  } finally {
    await source.destroy();
  }
}

describe('MySQL and Redis over TLS, with passwords and client certificates', () => {
  let folder: string;
  let files: CertificateFiles;
  let client: CertificateFiles;
  let authority: TestAuthority;
  let certificate: { cert: string; key: string };
  let mysql: SecureMysql;
  let redis: RedisServers;
  let redisPort: number;

  const write = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  const database = (host = 'localhost'): DatabaseTarget => ({
    url: `mysql://portolan@${host}:${mysql.port}/portolan_jobs?ssl=true`,
    password: PASSWORD,
    ca: authority.cert,
    ...certificate,
  });
  const redisTarget = () => ({
    url: `rediss://127.0.0.1:${redisPort}`,
    password: redis.password,
    ca: authority.cert,
    ...certificate,
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-certificates-'));
    authority = await TestAuthority.create();
    const server = await authority.server();
    certificate = await authority.client('CN=portolan');
    const ca = await write('ca.pem', authority.cert);
    files = { ca, cert: await write('server.pem', server.cert), key: await write('server.key', server.key) };
    client = {
      ca,
      cert: await write('client.pem', certificate.cert),
      key: await write('client.key', certificate.key),
    };
    mysql = await SecureMysql.start(files, [
      'CREATE DATABASE portolan_jobs CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
      `CREATE USER portolan@'%' IDENTIFIED BY '${PASSWORD}' REQUIRE X509`,
      "GRANT ALL ON portolan_jobs.* TO portolan@'%'",
    ]);
    redis = await RedisServers.create();
    const tls = {
      port: '0',
      'tls-ca-cert-file': files.ca,
      'tls-cert-file': files.cert,
      'tls-key-file': files.key,
      'tls-auth-clients': 'yes',
    };
    ({ port: redisPort } = await redis.server({ ...tls }, (port) => ({
      ...redisTarget(),
      url: `rediss://127.0.0.1:${port}`,
    })));
  });
  afterAll(async () => {
    await redis.stop();
    await mysql.stop();
    await rm(folder, { recursive: true });
  });

  describe('the database', () => {
    it('is reached with an encrypted connection', async () => {
      const [status] = await query(database(), "SHOW STATUS LIKE 'Ssl_cipher'");
      expect(status?.Value).toMatch(/AES|CHACHA/);
    });

    it.each([
      ['without TLS', { ca: undefined, cert: undefined, key: undefined, plain: true }],
      ['without a client certificate', { cert: undefined, key: undefined }],
      ['with another password', { password: 'wrong' }],
      ['when nobody vouches for its certificate', { ca: undefined }],
    ])(
      'refuses connections %s',
      async (_how, { plain, ...change }: Partial<DatabaseTarget> & { plain?: boolean }) => {
        const target = { ...database(), ...change };
        const url = plain ? target.url.replace('?ssl=true', '') : target.url;
        await expect(query({ ...target, url }, 'SELECT 1')).rejects.toThrow();
      },
    );
  });

  describe('Redis', () => {
    it('answers over TLS', async () => {
      expect(await askRedis(redisTarget(), 'PING')).toBe('PONG');
    });

    it.each<[string, Partial<RedisTarget>]>([
      ['without TLS', { url: 'redis' }],
      ['without a client certificate', { cert: undefined, key: undefined }],
      ['with another password', { password: 'wrong' }],
      ['when nobody vouches for its certificate', { ca: undefined }],
    ])('refuses connections %s', async (_how, change) => {
      const plain = change.url === 'redis' && { url: `redis://127.0.0.1:${redisPort}`, ca: undefined };
      const none = plain && { cert: undefined, key: undefined };
      const target = { ...redisTarget(), ...change, ...plain, ...none };
      await expect(askRedis(target, 'PING')).rejects.toThrow();
    });
  });

  it('carry a whole service: its migrations, its requests, and a job', async () => {
    await migrate(database(), migrations);
    const service: JobsService = await startJobs({
      database: { url: database().url, drop: async () => undefined },
      env: {
        DATABASE_PASSWORD_FILE: await write('database-password', `${PASSWORD}\n`),
        DATABASE_CA_FILE: client.ca,
        DATABASE_CERT_FILE: client.cert,
        DATABASE_KEY_FILE: client.key,
        REDIS_URL: `rediss://127.0.0.1:${redisPort}/1`,
        REDIS_PASSWORD_FILE: await write('redis-password', redis.password),
        REDIS_CA_FILE: client.ca,
        REDIS_CERT_FILE: client.cert,
        REDIS_KEY_FILE: client.key,
      },
    });
    try {
      await eventually('the service is ready', async () => (await fetch(`${service.url}/health/ready`)).ok);
      await register(service.client);
      const id = await service.client.submit();
      expect((await service.client.ended(id)).status).toBe('SUCCEEDED');
    } finally {
      await service.stop();
    }
  });
});
