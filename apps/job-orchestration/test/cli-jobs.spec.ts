import { EventEmitter } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import { BASH, commandLine, submission } from './command-line';
import { command, containing, like, register, startJobs, type JobsService } from './support';

describe('the command portolan, with jobs', () => {
  let service: JobsService;
  const { folder, cli, stdout: submit, json } = commandLine(() => service);

  beforeAll(async () => {
    service = await startJobs();
    await register(service.client);
  });
  afterAll(() => service.stop());

  describe('output', () => {
    it('[CLI-OUT-1] is a table, wide, JSON, YAML or NDJSON, with the fields of the API', async () => {
      await service.client.ended(await submit(...submission('true')));
      const id = await submit(...submission('true', '--id', `shown-${Date.now()}`));
      await service.client.ended(id);
      const list = (format: string) => cli(['job', 'list', '--name', 'cli', '--limit', '2', '-o', format]);
      const table = (await list('table')).stdout.split('\n');
      expect(table[0]).toMatch(/^ID +NAME +USER +STATUS +STARTED +TOOK$/);
      expect(table[1]).toMatch(new RegExp(`^${id} +cli +ann +SUCCEEDED +(now|\\d+s ago) +\\d+s$`));
      expect((await list('wide')).stdout).toMatch(/STARTED.*\n.*\d{4}-\d\d-\d\dT/);
      const [first] = JSON.parse((await list('json')).stdout) as Record<string, unknown>[];
      expect(first).toMatchObject({ id, name: 'cli', status: 'SUCCEEDED', clusterName: 'test' });
      expect((await list('yaml')).stdout).toContain(`- id: ${id}\n`);
      const lines = (await list('ndjson')).stdout.trim().split('\n');
      expect(lines.map((line) => (JSON.parse(line) as { name: string }).name)).toEqual(['cli', 'cli']);
    });

    it('[CLI-OUT-2] lists are printed again with --watch when they change, until Ctrl-C', async () => {
      const signals = new EventEmitter();
      let seen = '';
      const watching = cli(['job', 'list', '--name', 'watched', '--watch', '0.1'], {
        signals,
        onStdout: (text) => (seen += text),
      });
      await eventually('empty list', async () => seen.includes('no jobs found'));
      const id = await submit('job', 'submit', '--name', 'watched', ...BASH, '--', 'true');
      await eventually('job is listed', async () => seen.includes(id));
      signals.emit('SIGINT');
      expect((await watching).code).toBe(130);
      const wrong = await cli(['job', 'list', '--watch', 'often']);
      expect([wrong.code, wrong.stderr]).toEqual([
        2,
        containing('--watch often: expected a number of seconds'),
      ]);
    });

    it('[CLI-OUT-2] files of a job and the jobs around it are watched like other lists', async () => {
      const marker = join(folder, `watched-${Date.now()}`);
      const id = await submit(
        ...submission(
          `until [ -e ${marker} ]; do sleep 0.05; done; cd "$PORTOLAN_JOB_DIR"; echo 1 > late.txt`,
        ),
      );
      const watch = async (words: readonly string[], change: () => Promise<unknown>, expected: RegExp[]) => {
        const signals = new EventEmitter();
        let seen = '';
        const watching = cli([...words, '--watch', '0.1'], { signals, onStdout: (text) => (seen += text) });
        await eventually(`${expected[0]} is listed`, async () => expected[0]!.test(seen));
        await change();
        await eventually(`${expected[1]} is listed`, async () => expected[1]!.test(seen));
        signals.emit('SIGINT');
        expect(await watching).toMatchObject({ code: 130, stderr: '' });
      };
      let after = '';
      await watch(
        ['job', 'dependencies', id],
        async () => (after = await submit(...submission('true', '--depends-on', `${id}:finished`))),
        [/no dependencies/, /is waited for by +\S/],
      );
      await watch(['job', 'dependencies', after, '-o', 'json'], () => writeFile(marker, ''), [
        /"met": null/,
        /"met": true/,
      ]);
      await service.client.ended(id);
      await watch(['job', 'files', id], async () => undefined, [/late\.txt/, /late\.txt/]);
    });

    it('[CLI-OUT-3] tags of other people cannot change the terminal', async () => {
      const id = await submit('job', 'submit', '--name', 'x', '--tag', 'a\u001b[2Jb', ...BASH, '--', 'true');
      const { stdout } = await cli(['job', 'get', id]);
      expect(stdout).toContain('a\\u001b[2Jb');
      expect(stdout).not.toContain('\u001b');
    });
  });

  it('[CLI-WHY-1] explains a failure, and what changed since the last success', async () => {
    const name = `why-${Date.now()}`;
    const commandId = await service.client.create(
      'commands',
      command({ name: 'changing', tags: ['type:changing'] }),
    );
    const run = (script: string) =>
      cli([
        'job',
        'submit',
        '--name',
        name,
        '--command',
        'type:changing',
        '--cluster',
        'type:local',
        '--memory',
        '16',
        '--wait',
        '--',
        script,
      ]);
    const good = (await run('true')).stdout.trim();
    await service.client.call('PATCH', `/commands/${commandId}`, [
      { op: 'replace', path: '/description', value: 'new' },
    ]);
    const bad = (await run('echo broken >&2; exit 3')).stdout.trim();
    const { code, stdout } = await cli(['job', 'why', bad], {
      env: { PORTOLAN_HISTORY_URL: 'http://127.0.0.1:9' },
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^job ${bad}: FAILED, Job failed`));
    expect(stdout).toContain(`the end of stderr:\n  broken\nthe last success was ${good}`);
    expect(stdout).toMatch(/request: the request differs\n +commandArg.*true.*broken/);
    expect(stdout).toContain(`command: changing (${commandId}) was changed at`);
    expect(stdout).toContain('is unknown: history query has no answer');
    const oldest = (await cli(['job', 'why', good])).stdout;
    expect(oldest).toContain('no other job of this name and user succeeded before');
    const first = JSON.parse((await cli(['job', 'why', good, '-o', 'json'])).stdout) as object;
    expect(first).toMatchObject({ lastSuccess: null, changes: null, stderr: [] });
  });

  it('[CLI-WHY-2] names an element that failed of an array', async () => {
    const array = await submit(...submission('test $PORTOLAN_ARRAY_INDEX != 1', '--array', '3'));
    await service.client.ended(array);
    expect(await submit('job', 'why', array)).toContain(`: portolan job why ${array}.1\n`);
    expect(await json('job', 'why', array)).toMatchObject({ failedElements: [`${array}.1`] });
    expect(await json('job', 'why', `${array}.0`)).toMatchObject({ failedElements: null });
  });

  it('[CLI-JOB-1] kills what a search finds only when that is confirmed', async () => {
    const name = `many-${Date.now()}`;
    const ids = [];
    for (let count = 0; count < 2; count += 1)
      ids.push(await submit('job', 'submit', '--name', name, ...BASH, '--', 'sleep 30'));
    const asked = await cli(['job', 'kill', '--name', name]);
    expect([asked.code, asked.stderr]).toEqual([2, containing('Kill 2 jobs?')]);
    expect((await cli(['job', 'kill', '--name', name, '--yes'])).code).toBe(0);
    for (const id of ids) expect((await service.client.ended(id)).status).toBe('KILLED');
  });

  it('[CLI-EACH-1] tries each of several jobs, and reports those that are refused', async () => {
    const running = await submit(...submission('sleep 30'));
    const { code, stdout, stderr } = await cli(['job', 'kill', 'nobody', running, running]);
    expect([code, stdout]).toEqual([3, `${running} is being killed\n`]);
    expect(stderr).toMatch(/^portolan: .*nobody.*\n {2}DELETE http:.*\/jobs\/nobody answered 404.*\n$/);
    expect((await service.client.ended(running)).status).toBe('KILLED');
    const over = await submit(...submission('true', '--wait'));
    expect(await submit('job', 'kill', over)).toBe(`${over} was over: SUCCEEDED`);
    const data = await cli(['job', 'kill', 'nobody', running, '-o', 'json']);
    expect([data.code, JSON.parse(data.stdout)]).toEqual([
      3,
      { killed: [running], failed: [{ id: 'nobody', message: containing('nobody') }] },
    ]);
  });

  it('[CLI-EACH-2] stops where the service does not answer, and names those that were not tried', async () => {
    const away = ['--jobs', 'http://127.0.0.1:9'];
    const { code, stdout, stderr } = await cli(['job', 'kill', 'a', 'b', 'c', ...away]);
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toMatch(/^portolan: a: cannot reach http:.*\n {2}DELETE .*\nnot tried: b, c\n$/);
    const data = await cli(['job', 'kill', 'a', 'b', '-o', 'ndjson', ...away]);
    expect(JSON.parse(data.stdout)).toEqual({
      killed: [],
      failed: [
        { id: 'a', message: containing('cannot reach') },
        { id: 'b', message: 'not tried' },
      ],
    });
  });

  it('[CLI-JOB-2] runs a job again', async () => {
    const id = await submit(...submission('true'));
    const again = await submit('job', 'rerun', id);
    expect(again).not.toBe(id);
    expect(await service.client.ended(again)).toMatchObject({
      name: 'cli',
      status: 'SUCCEEDED',
      id: like(/./),
    });
  });

  it('[CLI-EACH-1] [CLI-JOB-2] runs several jobs again, though one of them does not exist', async () => {
    const ids = [await submit(...submission('true')), await submit(...submission('true'))] as const;
    const again = await cli(['job', 'rerun', ids[0], 'nobody', ids[1]]);
    const fresh = again.stdout.trimEnd().split('\n');
    expect([again.code, fresh.length, again.stderr]).toEqual([
      3,
      2,
      containing('portolan: No job with id nobody'),
    ]);
    for (const id of fresh) expect((await service.client.ended(id)).status).toBe('SUCCEEDED');
    const data = await cli(['job', 'rerun', ids[0], 'nobody', '-o', 'json']);
    expect([data.code, JSON.parse(data.stdout)]).toEqual([
      3,
      {
        rerun: [{ id: ids[0], jobId: like(/./) }],
        failed: [{ id: 'nobody', message: containing('nobody') }],
      },
    ]);
  });

  it('[CLI-JOB-4] lists the attempts of a job, and the jobs around it', async () => {
    const first = await submit(
      ...submission('exit 3', '--retry', '1', '--retry-on', 'exit', '--retry-delay', '0'),
    );
    const last = await submit(...submission('true', '--depends-on', `${first}:finished`));
    await service.client.ended(last);
    expect(await submit('job', 'attempts', first)).toMatch(/^ATTEMPT.*\n1 .* 3 +\S.*\n2 .* 3 +\S/);
    expect(await json('job', 'attempts', last)).toEqual([
      expect.objectContaining({ attempt: 1, exitCode: 0 }),
    ]);
    expect(await submit('job', 'dependencies', first)).toMatch(new RegExp(`\nis waited for by +${last} `));
    expect(await submit('job', 'dependencies', last)).toMatch(
      new RegExp(`\nwaits for +${first} +finished +FAILED +yes$`),
    );
    expect(await json('job', 'dependencies', last)).toMatchObject({ dependsOn: [{ id: first, met: true }] });
    expect((await cli(['job', 'attempts', 'nobody'])).code).toBe(3);
  });

  it('[CLI-JOB-5] prints the request of a job, which can be submitted again', async () => {
    const id = await submit(...submission('echo again', '--tag', 'team:web', '--retry', '1'));
    const request = await submit('job', 'get', id, '--request');
    expect(request).not.toMatch(/^(id|created|updated|_links):/m);
    const again = await cli(['job', 'submit', '-', '--wait'], { stdin: request });
    expect(again.code).toBe(0);
    expect(again.stdout.trim()).not.toBe(id);
    expect((await cli(['job', 'logs', again.stdout.trim()])).stdout).toBe('again\n');
    const sent = async (job: string) => json<object>('job', 'get', job, '--request');
    expect(await sent(again.stdout.trim())).toEqual(await sent(id));
  });

  it('[CLI-JOB-3] shows why a job waits, since when, and its place', async () => {
    const marker = join(folder, `open-${Date.now()}`);
    const first = await submit(...submission(`until [ -e ${marker} ]; do sleep 0.05; done`));
    const second = await submit(...submission('true', '--depends-on', first));
    const { code, stdout } = await cli(['job', 'queue', second]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^waits for +dependencies\n/);
    expect(stdout).toMatch(new RegExp(`^message +Waiting for ${first}\\.$`, 'm'));
    expect(stdout).toMatch(/^nodes +1 large enough, /m);
    expect(await json('job', 'queue', second)).toMatchObject({ position: null, reason: 'dependencies' });
    const over = await submit(...submission('true', '--wait'));
    expect(await submit('job', 'queue', over)).toBe('it does not wait: Job finished successfully.');
    await writeFile(marker, '');
    expect((await service.client.ended(second)).status).toBe('SUCCEEDED');
    expect(await json('job', 'queue', second)).toMatchObject({ waitingSince: null, reason: null });
    expect((await cli(['job', 'queue', 'nobody'])).code).toBe(3);
  });
});
