import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchRepository } from '@portolan/launches';
import { eventually } from '@portolan/service/testing';
import { Follower, Gates } from './follower';
import { outputOf, register, startJobs, type JobsService } from './support';

describe('output that is followed', () => {
  let owner: JobsService;
  let replica: JobsService;
  let node: JobsService;
  let gates: Gates;
  let secrets: string;
  let workDirectory: string;

  const startNode = () =>
    startJobs({
      database: owner.database,
      queuePrefix: owner.queuePrefix,
      workDirectory,
      env: { ROLES: 'node', NODE_ID: 'node-1', LAUNCH_REPORT_MS: '200', SECRETS_DIR: secrets },
    });
  const startReplica = () =>
    startJobs({
      database: owner.database,
      queuePrefix: owner.queuePrefix,
      env: { ROLES: 'api', ARCHIVE_DIR: join(owner.workDirectory, 'archives') },
    });

  beforeAll(async () => {
    gates = await Gates.create();
    secrets = await mkdtemp(join(tmpdir(), 'portolan-secrets-'));
    await writeFile(join(secrets, 'password'), 'open sesame');
    workDirectory = await mkdtemp(join(tmpdir(), 'portolan-node-'));
    owner = await startJobs({ env: { ROLES: 'api,controller' } });
    replica = await startReplica();
    node = await startNode();
    await register(owner.client);
  });
  afterAll(async () => {
    await node.close();
    await replica.close();
    await owner.stop();
    for (const folder of [secrets, workDirectory]) await rm(folder, { recursive: true, maxRetries: 5 });
  });

  const submit = (script: string, change: object = {}): Promise<string> =>
    owner.client.submit({ commandArgs: `'${script}'`, ...change });
  const follow = (id: string, query = ''): Promise<Follower> =>
    Follower.open(owner.url, id, `stdout?follow=true${query}`);

  it('[V3-FOLLOW-5] continues after an outage of its node', async () => {
    const id = await submit(`echo one; ${gates.wait('away')}; echo two; ${gates.wait('back')}; echo three`);
    const followers = [await follow(id), await follow(id, '&offset=2')];
    await followers[0]?.has('one\n');
    await followers[1]?.has('e\n');
    await node.close();
    try {
      await gates.open('away');
    } finally {
      node = await startNode();
    }
    await followers[0]?.has('one\ntwo\n');
    await gates.open('back');
    expect(await followers[0]?.whole()).toBe('one\ntwo\nthree\n');
    expect(await followers[1]?.whole()).toBe('e\ntwo\nthree\n');
  });

  it('[V3-FOLLOW-5] continues in the archive after the loss of its node', async () => {
    const bytes = 40_000_000;
    const id = await submit(`head -c ${bytes} /dev/zero | tr "\\0" x; echo end`);
    await owner.client.until(id, ['CLAIMED', 'INIT', 'RUNNING', 'SUCCEEDED']);
    const slow = await follow(id);
    slow.response.pause();
    await owner.client.ended(id);
    await eventually('archived', async () => {
      const { body } = await owner.client.get(`/jobs/${id}/execution`);
      return body.archiveStatus === 'ARCHIVED';
    });
    await node.close();
    try {
      slow.response.resume();
      const text = await slow.whole();
      expect([text.length, text.slice(-5)]).toEqual([bytes + 4, 'xend\n']);
    } finally {
      node = await startNode();
    }
  });

  it('[V3-FOLLOW-5] goes on in the archive of its attempt when the job is attempted again', async () => {
    const bytes = 40_000_000;
    const script = `head -c ${bytes} /dev/zero | tr "\\0" $PORTOLAN_ATTEMPT; exit $(( PORTOLAN_ATTEMPT == 1 ))`;
    const id = await submit(script, { retry: { limit: 1, on: ['exit'], delaySeconds: 0 } });
    await owner.client.until(id, ['CLAIMED', 'INIT', 'RUNNING', 'SUCCEEDED']);
    const slow = await follow(id);
    expect(slow.response.headers['portolan-attempt']).toBe('1');
    slow.response.pause();
    expect((await owner.client.ended(id)).status).toBe('SUCCEEDED');
    await eventually('both attempts are archived', async () => {
      const launches = await owner.app.get(LaunchRepository, { strict: false }).ofSubject(id);
      return launches.length === 2 && launches.every(({ snapshot }) => snapshot?.archive === 'archived');
    });
    await node.close();
    try {
      slow.response.resume();
      const text = await slow.whole();
      expect([text.length, /^1*$/.test(text)]).toEqual([bytes, true]);
    } finally {
      node = await startNode();
    }
  });

  it('[V3-FOLLOW-1] [V3-FOLLOW-4] ends with an attempt without the file, although the job is attempted again', async () => {
    // Without a node, the stream begins before the attempt.
    await node.close();
    const retry = { limit: 1, on: ['setup'], delaySeconds: 3600 };
    const id = await submit('echo never', { dependencies: ['file:///nowhere/at-all'], retry });
    const waiting = await follow(id);
    node = await startNode();
    expect(await waiting.whole()).toBe('');
    await eventually('it waits for another attempt', async () => {
      const { body } = await owner.client.get(`/jobs/${id}`);
      return (body.statusMsg as string).startsWith('Attempt 2 of 2');
    });
    await eventually('archived', async () => {
      const { body } = await owner.client.get(`/jobs/${id}/execution`);
      return body.archiveStatus === 'ARCHIVED';
    });
    const late = await Follower.attempt(owner.url, id, 'stdout?follow=true');
    expect(late.status).toBe(404);
    late.leave();
  });

  it('[V3-FOLLOW-6] breaks off with its service, and is resumed at its position by another replica', async () => {
    const id = await submit(
      `for i in $(seq 10); do echo line-$i; done; ${gates.wait('rest')}; for i in $(seq 11 40); do echo line-$i; done`,
    );
    const first = await Follower.open(replica.url, id, 'stdout?follow=true&tail=100');
    await eventually('some lines', () => first.text.includes('line-5\n'));
    await replica.close();
    replica = await startReplica();
    expect(await first.end).toBe('broken');
    await gates.open('rest');
    const { length } = first.text;
    const offset = Number(first.response.headers['portolan-offset']) + length;
    const second = await follow(id, `&offset=${offset}`);
    const rest = await second.whole();
    const lines = Array.from({ length: 40 }, (_, index) => `line-${index + 1}\n`);
    expect(first.text + rest).toBe(lines.join(''));
    expect((await outputOf(owner, id, '/stdout')).text).toBe(lines.join(''));
  });

  it('[V3-FOLLOW-9] has its secrets masked, also when they arrive in parts', async () => {
    const id = await submit(
      `printf "a: $P\\nb: open"; ${gates.wait('part')}; printf " sesame\\nc: open"; ${gates.wait('other')}; echo " door"`,
      { secrets: [{ name: 'P', ref: 'file:password' }] },
    );
    const followers = [await follow(id), await Follower.open(replica.url, id, 'stdout?follow=true')];
    for (const follower of followers) await follower.has('a: ***********\nb: ');
    followers.push(await follow(id), await Follower.open(replica.url, id, 'stdout?follow=true&offset=0'));
    for (const follower of followers) await follower.has('a: ***********\nb: ');
    await gates.open('part');
    for (const follower of followers) await follower.has('a: ***********\nb: ***********\nc: ');
    await gates.open('other');
    for (const follower of followers)
      expect(await follower.whole()).toBe('a: ***********\nb: ***********\nc: open door\n');
  });
});
