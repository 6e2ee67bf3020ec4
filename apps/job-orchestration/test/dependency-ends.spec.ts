import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { cluster, outputOf, register, startJobs } from './support';

describe('dependencies that end', () => {
  it('[V3-DEP-13] in a process of the previous release, which sends no notification, release their dependents', async () => {
    const service = await startJobs({ env: { ROLES: 'api,controller', RELEASE_SWEEP_MS: '100' } });
    const database = service.app.get(DataSource, { strict: false });
    try {
      const { client } = service;
      await register(client);
      await client.submit({ id: 'ended-silently' });
      await client.submit({ id: 'uninformed', dependsOn: ['ended-silently'] });
      await eventually('its submitter has looked', async () => {
        const looked = `SELECT job_id FROM job_waits WHERE job_id = 'uninformed' AND due_at IS NULL`;
        return (await database.query<object[]>(looked)).length === 1;
      });
      await database.query(`UPDATE jobs SET status = 'SUCCEEDED' WHERE id = 'ended-silently'`);
      await eventually('it is launched', async () => {
        const found = `SELECT id FROM launches WHERE subject = 'uninformed'`;
        return (await database.query<object[]>(found)).length === 1;
      });
    } finally {
      await service.stop();
    }
  });

  it('[V3-DEP-7] while a job that depends on them is stored release that job without delay', async () => {
    const service = await startJobs({ env: { ROLES: 'api' } });
    const database = service.app.get(DataSource, { strict: false });
    try {
      const { client } = service;
      await register(client);
      await client.submit({ id: 'ending' });
      const end = database.createQueryRunner();
      await end.startTransaction('READ COMMITTED');
      await end.query(`UPDATE jobs SET status = 'SUCCEEDED' WHERE id = 'ending'`);
      // The transaction of the end has read the dependents and is not committed yet.
      await client.submit({ id: 'unnoticed', dependsOn: ['ending'] });
      expect((await client.get('/jobs/unnoticed')).body.statusMsg).toBe('Waiting for ending.');
      await end.commitTransaction();
      await end.release();
      await eventually('it is launched', async () => {
        const found = `SELECT id FROM launches WHERE subject = 'unnoticed'`;
        return (await database.query<object[]>(found)).length === 1;
      });
    } finally {
      await service.stop();
    }
  });

  it('[V3-DEP-7] write the launches of their dependents in the same transaction: no controller is needed', async () => {
    const service = await startJobs({ env: { ROLES: 'api' } });
    try {
      const { client } = service;
      await register(client);
      await client.submit({ id: 'last' });
      const dependsOn = [{ id: 'last', condition: 'finished' }];
      for (const id of ['one', 'two', 'three']) await client.submit({ id, dependsOn });
      await client.call('DELETE', '/jobs/last');
      const database = service.app.get(DataSource, { strict: false });
      const launches = await database.query<{ subject: string; state: string }[]>(
        `SELECT subject, state FROM launches WHERE subject <> 'last' ORDER BY subject`,
      );
      expect(launches).toEqual(['one', 'three', 'two'].map((subject) => ({ subject, state: 'offered' })));
    } finally {
      await service.stop();
    }
  });

  it('[V3-DEP-3] [V3-DEP-7] at the same moment on different replicas start the job exactly once, which then runs', async () => {
    // Load on the machine must not look like the loss of a node.
    const one = await startJobs({ env: { LEASE_MS: '60000' } });
    const two = await startJobs({
      database: one.database,
      queuePrefix: one.queuePrefix,
      env: { PORT_RANGE: '25000-25999', LEASE_MS: '60000' },
    });
    try {
      await register(one.client);
      const folder = await mkdtemp(join(tmpdir(), 'portolan-gate-'));
      const gated = `'until [ -e ${join(folder, 'open')} ]; do sleep 0.02; done'`;
      const groups = Array.from({ length: 8 }, (_, index) => index);
      for (const group of groups) {
        await one.client.submit({ id: `left-${group}`, commandArgs: gated });
        await two.client.submit({ id: `right-${group}`, commandArgs: gated });
        const dependsOn = [`left-${group}`, { id: `right-${group}`, condition: 'finished' }];
        await one.client.submit({ id: `both-${group}`, dependsOn });
        const failed = [{ id: `left-${group}`, condition: 'failed' }];
        await two.client.submit({ id: `never-${group}`, dependsOn: failed });
      }
      await writeFile(join(folder, 'open'), '');
      for (const group of groups) {
        expect((await two.client.ended(`both-${group}`)).status).toBe('SUCCEEDED');
        expect((await outputOf(two, `both-${group}`, '/stdout')).text).toBe('hello\n');
        expect(await one.client.ended(`never-${group}`)).toMatchObject({
          status: 'FAILED',
          statusMsg: `Dependency left-${group} ended SUCCEEDED.`,
        });
      }
      const database = one.app.get(DataSource, { strict: false });
      const doubled = await database.query<object[]>(
        'SELECT subject FROM launches GROUP BY subject HAVING COUNT(*) > 1',
      );
      expect(doubled).toEqual([]);
    } finally {
      await two.close();
      await one.stop();
    }
  });

  it('[V3-DEP-7] release jobs whose installation has selectors of its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portolan-selectors-'));
    const file = join(folder, 'selectors.cjs');
    const slow = `select: async (clusters) => { await new Promise((done) => setTimeout(done, 20)); return { id: clusters[0].id, rationale: 'first' }; }`;
    await writeFile(
      file,
      `exports.clusterSelector = class { constructor() { Object.assign(this, { ${slow} }); } };`,
    );
    const service = await startJobs({ env: { ROLES: 'api,controller', JOB_SELECTORS: file } });
    try {
      const { client } = service;
      await register(client);
      await client.create('clusters', cluster({ id: 'another' }));
      await client.submit({ id: 'parent' });
      await client.submit({ id: 'child', dependsOn: [{ id: 'parent', condition: 'finished' }] });
      await client.call('DELETE', '/jobs/parent');
      const selected = () => client.get<{ resolved: boolean; rationale?: object }>('/jobs/child/selection');
      const { body } = await eventually('it is released', async () => {
        const answer = await selected();
        return answer.body.resolved && answer;
      });
      expect(body.rationale).toEqual({ cluster: 'first' });
    } finally {
      await service.stop();
    }
  });
});
