import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import { BASH, commandLine, listen, submission } from './command-line';
import { command, containing, like, register, startJobs, type JobsService } from './support';

describe('the command portolan, with jobs', () => {
  let service: JobsService;
  const { folder, cli, stdout: submit, json } = commandLine(() => service);

  beforeAll(async () => {
    service = await startJobs();
    await register(service.client);
  });
  afterAll(() => service.stop());

  describe('job submit', () => {
    it('[CLI-SUBMIT-1] takes options and the words after --, and prints the id', async () => {
      const id = await submit(...submission('echo "a  b"', '--tag', 'team:web', '--description', 'tries'));
      const job = await service.client.ended(id);
      expect(job).toMatchObject({
        name: 'cli',
        user: 'ann',
        version: '1',
        description: 'tries',
        status: 'SUCCEEDED',
      });
      expect((await cli(['job', 'logs', id])).stdout).toBe('a  b\n');
    });

    it('[CLI-SUBMIT-2] takes YAML or JSON from a file or standard input; options win', async () => {
      const yaml = `
name: of the file
clusterCriterias: [{ tags: [type:local] }]
commandCriteria: [type:bash]
commandArgs: "'echo yaml'"
memory: 16
`;
      await writeFile(join(folder, 'job.yaml'), yaml);
      const id = await submit('job', 'submit', 'job.yaml', '--name', 'of the option');
      expect(await json('job', 'get', id)).toMatchObject({ name: 'of the option', user: 'ann' });
      const fromStdin = await cli(['job', 'submit', '-', '--wait'], { stdin: yaml });
      expect(fromStdin.code).toBe(0);
      expect(await json('job', 'get', fromStdin.stdout.trim())).toMatchObject({ name: 'of the file' });
    });

    it('[CLI-SUBMIT-3] sends attachments along', async () => {
      await writeFile(join(folder, 'data.csv'), 'one\ntwo\n');
      const { code, stdout } = await cli(submission('wc -l < data.csv', '--attach', 'data.csv', '--follow'));
      expect([code, stdout.trim()]).toEqual([0, '2']);
    });

    it('[CLI-SUBMIT-4] says with --dry-run what would run where and why, and submits nothing', async () => {
      const { code, stdout } = await cli(submission('true', '--dry-run', '--id', 'never'));
      expect(code).toBe(0);
      expect(stdout).toMatch(/^cluster {2}test \(.*\n *command {2}test \(/);
      expect((await cli(['job', 'get', 'never'])).code).toBe(3);
      const nothing = await cli([
        'job',
        'resolve',
        '--name',
        'x',
        '--command',
        'type:none',
        '--cluster',
        'type:local',
      ]);
      expect([nothing.code, nothing.stdout]).toEqual([1, containing('Nothing would run')]);
    });

    it('[CLI-SUBMIT-5] sets dependencies, retries and arrays by options', async () => {
      const first = await submit(...submission('true'));
      const id = await submit(
        ...submission(
          'exit 3',
          '--depends-on',
          first,
          '--retry',
          '1',
          '--retry-on',
          'exit',
          '--retry-delay',
          '0',
        ),
      );
      await service.client.ended(id);
      const { body } = await service.client.get(`/jobs/${id}/request`);
      expect(body).toMatchObject({
        dependsOn: [{ id: first, condition: 'succeeded' }],
        retry: { limit: 1, on: ['exit'], delaySeconds: 0 },
      });
      const array = await cli(submission('test $PORTOLAN_ARRAY_INDEX = 0', '--array', '2', '--wait'));
      expect([array.code, array.stderr]).toEqual([1, containing('1 of 2 elements failed.')]);
    });

    it('[CLI-SUBMIT-6] submits once though the answer to the first attempt is lost', async () => {
      const { proxy, url, submissions } = await losingFirstAnswer(service.url);
      try {
        const { code, stdout } = await cli(submission('true'), { env: { PORTOLAN_JOBS_URL: url } });
        expect([code, submissions()]).toEqual([0, 2]);
        expect((await service.client.ended(stdout.trim())).status).toBe('SUCCEEDED');
      } finally {
        proxy.close();
      }
    });
  });

  describe('exit codes', () => {
    it('[CLI-EXIT-1] are 2 for a wrong command line, 3 for a refusal, 4 for a service that does not answer', async () => {
      const codes = await Promise.all(
        [
          ['job', 'lst'],
          ['job', 'list', '--limit', 'many'],
          ['job', 'submit', 'no-such-file.yaml'],
          ['job', 'submit', '-'],
          ['job', 'get', 'nobody'],
          ['job', 'list', '--jobs', 'http://127.0.0.1:9'],
        ].map(async (words) => (await cli(words)).code),
      );
      expect(codes).toEqual([2, 2, 2, 2, 3, 4]);
    });

    it('[CLI-EXIT-2] are those of the job with --follow and --wait, and 125 for failures of the command itself', async () => {
      const followed = await cli(submission('echo out; echo err >&2; exit 7', '--follow'));
      expect([followed.code, followed.stdout]).toEqual([7, 'out\n']);
      expect(followed.stderr).toMatch(/err\n(.|\n)*FAILED/);
      expect((await cli(submission('exit 9', '--wait'))).code).toBe(9);
      expect((await cli(submission('true', '--wait'))).code).toBe(0);
      expect((await cli(submission('true', '--wait', '--bogus'))).code).toBe(125);
      expect((await cli(submission('true', '--wait', '--jobs', 'http://127.0.0.1:9'))).code).toBe(125);
    });

    it('[CLI-EXIT-3] errors have two lines, with the address, the status and the request id', async () => {
      const { stderr, stdout } = await cli(['job', 'get', 'nobody']);
      expect(stdout).toBe('');
      expect(stderr).toMatch(
        /^portolan: .*nobody.*\n {2}GET http:.*\/jobs\/nobody answered 404, request id \S+\n$/,
      );
      const away = await cli(['job', 'list', '--jobs', 'http://127.0.0.1:9']);
      expect(away.stderr).toMatch(/^portolan: cannot reach http:\/\/127.0.0.1:9.*\n {2}GET .*\n$/);
    });

    it('[CLI-EXIT-5] an address of something else is named as such, also where any file may come', async () => {
      const page = createServer((_request, response) =>
        response.setHeader('content-type', 'text/html; charset=utf-8').end('<p>welcome</p>'),
      );
      const url = await listen(page);
      for (const words of [['list'], ['logs', 'x'], ['get', 'x']]) {
        const { code, stdout, stderr } = await cli(['job', ...words, '--jobs', url]);
        expect([code, stdout]).toEqual([4, '']);
        expect(stderr).toMatch(
          /^portolan: http:\S+ is no service of Portolan: it answered text\/html\n {2}GET /,
        );
      }
      page.close();
      const torn = createServer((_request, response) =>
        response.setHeader('content-type', 'application/json').end('{"page":'),
      );
      const { code, stderr } = await cli(['job', 'list', '--jobs', await listen(torn)]);
      expect([code, stderr]).toEqual([4, containing('answered with no valid JSON')]);
      torn.close();
      const html = await submit(...submission('echo "<p>" > "$PORTOLAN_JOB_DIR/page.html"'));
      await service.client.ended(html);
      expect((await cli(['job', 'logs', html, '--file', 'page.html'])).stdout).toBe('<p>\n');
      const token = await cli(['job', 'list', '--token', 'two\nlines']);
      expect([token.code, token.stderr]).toEqual([2, containing('the token has')]);
    });

    it('[CLI-EXIT-4] a misspelt command or option names the closest', async () => {
      expect((await cli(['jbo', 'list'])).stderr).toMatch(/unknown command 'jbo'(.|\n)*Did you mean job/);
      expect((await cli(['job', 'sumbit'])).stderr).toContain('Did you mean submit');
      expect((await cli(['job', 'list', '--statsu', 'x'])).stderr).toContain('Did you mean --status');
    });
  });

  describe('output', () => {
    it('[CLI-OUT-1] is a table, wide, JSON, YAML or NDJSON, with the fields of the API', async () => {
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

    it('[CLI-OUT-3] names of other people cannot change the terminal', async () => {
      const id = await submit('job', 'submit', '--name', 'a\u001b[2Jb', ...BASH, '--', 'true');
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
    await writeFile(marker, '');
    expect((await service.client.ended(second)).status).toBe('SUCCEEDED');
    expect(await json('job', 'queue', second)).toMatchObject({ waitingSince: null, reason: null });
    expect((await cli(['job', 'queue', 'nobody'])).code).toBe(3);
  });
});

/** Passes requests on; the answer to the first submission is lost. */
async function losingFirstAnswer(target: string) {
  let count = 0;
  const proxy = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      void (async () => {
        const isSubmission = request.method === 'POST';
        if (isSubmission) count += 1;
        const answer = await fetch(target + request.url, {
          method: request.method ?? 'GET',
          headers: { 'content-type': 'application/json' },
          ...(isSubmission && { body: Buffer.concat(pieces) }),
        });
        if (isSubmission && count === 1) return response.socket?.destroy();
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        return response.end(await answer.text());
      })();
    });
  });
  return { proxy, url: await listen(proxy), submissions: () => count };
}
