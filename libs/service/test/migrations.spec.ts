import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Module } from '@nestjs/common';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ServiceConfig, folded, migrate, runMigrate, type ServiceDefinition } from '../src/index';
import { migrateWhenReachable } from '../src/database/migrate';
import {
  TEST_SERVERS,
  createTestDatabase,
  eventually,
  startTestService,
  type TestDatabase,
} from '../src/testing';

class CreateNotes1 implements MigrationInterface {
  name = 'CreateNotes1700000000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE notes (id INT PRIMARY KEY)');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notes');
  }
}

class AddText2 implements MigrationInterface {
  name = 'AddText1700000000001';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notes ADD COLUMN text VARCHAR(10) NULL');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notes DROP COLUMN text');
  }
}

@Module({})
class NotesModule {}

const definition: ServiceDefinition<ServiceConfig> = {
  name: 'notes',
  title: 'Notes',
  description: 'A service for tests',
  version: '1',
  config: ServiceConfig,
  modules: () => [NotesModule],
  entities: [],
  migrations: [CreateNotes1],
  errors: { body: ({ status }) => ({ status }), statuses: {} },
};

describe('before the database has the migrations of a release', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase([]);
  });
  afterEach(() => database.drop());

  it('a service is not ready; it is as soon as another process has migrated, even to a newer release', async () => {
    const service = await startTestService(definition, { database });
    try {
      const ready = async () => {
        const answer = await fetch(`${service.url}/health/ready`);
        const { checks } = (await answer.json()) as { checks: Record<string, string> };
        return { status: answer.status, migrations: checks.migrations };
      };
      expect(await ready()).toEqual({ status: 503, migrations: 'waits for CreateNotes1700000000000' });
      expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
      await migrate(database.url, [CreateNotes1, AddText2]);
      await eventually('ready', async () => (await ready()).status === 200);
      expect(await ready()).toEqual({ status: 200, migrations: 'up' });
    } finally {
      await service.close();
    }
  });

  it('`migrate.js --wait` waits until they are applied, and changes nothing itself', async () => {
    const said: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      said.push(String(text));
      return true;
    });
    try {
      const env = { DATABASE_URL: database.url, REDIS_URL: TEST_SERVERS.redis };
      let over = false;
      const waiting = runMigrate('notes', [CreateNotes1, AddText2], env, ['--wait']).then(
        () => (over = true),
      );
      await eventually('it says what it waits for', () => said.length > 0);
      await migrate(database.url, [CreateNotes1]);
      await eventually('it says what is missing still', () => said.length > 1);
      expect(over).toBe(false);
      await migrate(database.url, [CreateNotes1, AddText2]);
      await waiting;
      expect(said).toEqual([
        'notes: waits for CreateNotes1700000000000 and 1 more\n',
        'notes: waits for AddText1700000000001\n',
        'notes: database has what this release needs\n',
      ]);
      expect(process.exitCode).toBeUndefined();
    } finally {
      write.mockRestore();
    }
  });

  it('any number of `migrate.js --when-reachable` succeed: one migrates, the others wait for it', async () => {
    const target = { url: database.url };
    const done = await Promise.all(
      Array.from({ length: 4 }, () =>
        migrateWhenReachable(target, [CreateNotes1, AddText2], () => undefined, { everyMs: 10 }),
      ),
    );
    expect(done.flat()).toEqual(['CreateNotes1700000000000', 'AddText1700000000001']);
    expect(await migrateWhenReachable(target, [CreateNotes1], () => undefined)).toEqual([]);
  });

  it('`migrate.js --when-reachable` migrates a database that becomes reachable late, and fails when it never does', async () => {
    const real = new URL(database.url);
    const server = createServer((socket) => {
      const upstream = connect(Number(real.port), real.hostname);
      socket.pipe(upstream).pipe(socket);
      for (const one of [socket, upstream]) one.on('error', () => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const url = new URL(database.url);
    url.port = String(port);
    url.hostname = '127.0.0.1';
    const said: string[] = [];
    const tell = (text: string) => said.push(text);
    const target = { url: url.href };
    await expect(
      migrateWhenReachable(target, [CreateNotes1], tell, { databaseMs: 50, everyMs: 10 }),
    ).rejects.toThrow('ECONNREFUSED');
    const waiting = migrateWhenReachable(target, [CreateNotes1], tell, { everyMs: 10 });
    await eventually('it says what it waits for', () => said.length > 1);
    server.listen(port, '127.0.0.1');
    try {
      expect(await waiting).toEqual(['CreateNotes1700000000000']);
      expect(said[0]).toMatch(/^the database \(.*ECONNREFUSED/);
    } finally {
      server.close();
    }
  });

  it('`migrate.js --when-reachable` fails at once when a migration does', async () => {
    class Broken implements MigrationInterface {
      name = 'Broken1700000000002';
      async up(runner: QueryRunner): Promise<void> {
        await runner.query('CREATE TABLE');
      }
      async down(): Promise<void> {
        return Promise.resolve();
      }
    }
    await expect(
      migrateWhenReachable({ url: database.url }, [Broken], () => undefined, { databaseMs: 60_000 }),
    ).rejects.toThrow('syntax');
  });
});

describe('migrations that are folded into those before them', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase([]);
  });
  afterEach(() => database.drop());

  class CreateNotesWithText1 extends CreateNotes1 {
    override async up(runner: QueryRunner): Promise<void> {
      await runner.query('CREATE TABLE notes (id INT PRIMARY KEY, text VARCHAR(10) NULL)');
    }
  }
  const now = [
    CreateNotesWithText1,
    ...folded("table_name = 'notes' AND column_name = 'text'", ['AddText1700000000001']),
  ];

  it('only note their names in a new database, and change nothing in one that has them', async () => {
    expect(await migrate(database.url, now)).toEqual(['CreateNotes1700000000000', 'AddText1700000000001']);
    expect(await migrate(database.url, [CreateNotes1, AddText2])).toEqual([]);
  });

  it('refuse a database that lacks them', async () => {
    await migrate(database.url, [CreateNotes1]);
    await expect(migrate(database.url, now)).rejects.toThrow('migrate it with the previous release first');
    expect(await migrate(database.url, [CreateNotes1, AddText2])).toEqual(['AddText1700000000001']);
    expect(await migrate(database.url, now)).toEqual([]);
  });
});
