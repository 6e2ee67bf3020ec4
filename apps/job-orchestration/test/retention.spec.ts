import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import { application, cluster, command, job, register, startJobs, type Client } from './support';

describe('retention', () => {
  const entries = (folder: string): Promise<string[]> => readdir(folder, { recursive: true }).catch(() => []);
  const gone = (client: Client, path: string) =>
    eventually(`${path} is gone`, async () => (await client.get(path)).status === 404);

  it('[V3-JOB-30] removes jobs with archives and attachments, then unused registry entries', async () => {
    const kept = await startJobs();
    const { client, database, queuePrefix, workDirectory } = kept;
    try {
      const { clusterId } = await register(client);
      const form = new FormData();
      form.set('request', new Blob([JSON.stringify(job({ id: 'old' }))], { type: 'application/json' }));
      form.set('attachment', new Blob(['x']), 'a');
      expect((await fetch(`${kept.url}/api/v3/jobs`, { method: 'POST', body: form })).status).toBe(202);
      await client.ended('old');
      await eventually(
        'the archive',
        async () => (await client.get('/jobs/old/execution')).body.archiveStatus === 'ARCHIVED',
      );
      const files = async () => [
        ...(await entries(join(workDirectory, 'archives'))),
        ...(await entries(join(workDirectory, 'attachments'))),
      ];
      expect(await files()).not.toEqual([]);
      const total = async () =>
        (await client.get<{ page: { totalElements: number } }>('/jobs?user=someone&size=1')).body.page
          .totalElements;
      await client.submit({
        id: 'waiting',

        commandArgs: `'until [ -e stop ]; do sleep 0.05; done'`,
      });
      expect(await total()).toBe(2);
      for (const [collection, make] of [
        ['applications', application],
        ['clusters', cluster],
        ['commands', command],
      ] as const) {
        const status = collection === 'clusters' ? 'TERMINATED' : 'INACTIVE';
        await client.create(collection, make({ id: 'idle', status }));
        await client.create(collection, make({ id: 'active' }));
      }
      await client.call('PUT', '/commands/idle/applications', ['idle']);
      await client.call('PATCH', `/clusters/${clusterId}`, [
        { op: 'replace', path: '/status', value: 'TERMINATED' },
      ]);

      const remover = await startJobs({
        database,
        queuePrefix,
        env: {
          ROLES: 'controller',
          ARCHIVE_DIR: join(workDirectory, 'archives'),
          ATTACHMENTS_DIR: join(workDirectory, 'attachments'),
          JOB_RETENTION_MS: '1',
          REGISTRY_RETENTION_MS: '1',
          JOB_RETENTION_TICK_MS: '100',
        },
      });
      try {
        await gone(client, '/jobs/old');
        expect(await total()).toBe(1);
        expect((await files()).filter((name) => /\.zip$|\/a$/.test(name))).toEqual([]);
        for (const path of ['/commands/idle', '/clusters/idle', '/applications/idle'])
          await gone(client, path);
        for (const path of [
          '/commands/active',
          '/clusters/active',
          '/applications/active',
          `/clusters/${clusterId}`,
        ]) {
          expect([path, (await client.get(path)).status]).toEqual([path, 200]);
        }
        await client.call('DELETE', '/jobs/waiting');
        await gone(client, '/jobs/waiting');
        await gone(client, `/clusters/${clusterId}`);
        expect(await total()).toBe(0);
      } finally {
        await remover.close();
      }
    } finally {
      await kept.stop();
    }
  });
});
