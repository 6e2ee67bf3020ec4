import { Module } from '@nestjs/common';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ServiceConfig, migrate, runMigrate, type ServiceDefinition } from '../src/index';
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

  it('`migrate.js --wait` goes on until they are there, and changes nothing itself', async () => {
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
});
