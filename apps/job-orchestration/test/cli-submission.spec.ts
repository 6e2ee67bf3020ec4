import { createServer } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TcpProxy, eventually } from '@portolan/service/testing';
import { commandLine, listen, submission } from './command-line';
import { containing, register, startJobs, type JobsService } from './support';

describe('the command portolan, submissions and exit codes', () => {
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

    it('[CLI-SUBMIT-7] names the unknown fields of a file, and the fields that they could be', async () => {
      const request = {
        ...{ name: 'misspelt', clusterCriterias: [{ tags: ['type:local'] }], commandCriteria: ['type:bash'] },
        ...{ commandArgs: `'true'`, memory: 16, retry: { limits: 1, limit: 1 }, comment: 'x' },
      };
      const { code, stderr } = await cli(['job', 'submit', '-'], { stdin: JSON.stringify(request) });
      expect([code, stderr]).toEqual([
        0,
        'standard input: the field retry.limits is unknown and ignored; did you mean limit?\n' +
          'standard input: the field comment is unknown and ignored\n',
      ]);
    });

    it('[CLI-SUBMIT-3] sends attachments along', async () => {
      for (const path of ['no-such-file', '.']) {
        const wrong = await cli(submission('true', '--attach', path));
        expect([wrong.code, wrong.stderr]).toEqual([2, containing(path)]);
      }
      await writeFile(join(folder, 'data.csv'), 'one\ntwo\n');
      const { code, stdout } = await cli(submission('wc -l < data.csv', '--attach', 'data.csv', '--follow'));
      expect([code, stdout.trim()]).toEqual([0, '2']);
    });

    it('[CLI-SUBMIT-4] shows with --dry-run what would run where and why, and submits nothing', async () => {
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
          '--priority',
          '-5',
        ),
      );
      await service.client.ended(id);
      const { body } = await service.client.get(`/jobs/${id}/request`);
      expect(body).toMatchObject({
        dependsOn: [{ id: first, condition: 'succeeded' }],
        retry: { limit: 1, on: ['exit'], delaySeconds: 0 },
        priority: -5,
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

    it('[CLI-EXIT-6] are those of the job although the service is away while it waits, and when it ends', async () => {
      const { hostname, port } = new URL(service.url);
      const proxy = await TcpProxy.start(hostname, Number(port));
      try {
        for (const way of ['--wait', '--follow']) {
          const marker = join(folder, `away${way}`);
          const id = `away${way}-${Date.now()}`;
          proxy.loseAnswerTo(/GET \S+\/execution /, 'GET ');
          let notes = '';
          // It asks for the job once its submission is answered; a loss before that is another promise.
          const isSubmitted = proxy.sent(new RegExp(`GET \\S+/jobs/${id}`));
          const waiting = cli(
            submission(`until [ -e ${marker} ]; do sleep 0.05; done; exit 9`, way, '--id', id),
            {
              env: { PORTOLAN_JOBS_URL: `http://127.0.0.1:${proxy.port}` },
              onStderr: (text) => (notes += text),
            },
          );
          await isSubmitted;
          await eventually('it runs', async () => (await service.client.statusOf(id)) === 'RUNNING');
          proxy.cut();
          const tooEarly = waiting.then(({ code, stderr }) => {
            throw new Error(`the command ended with ${code}: ${stderr}`);
          });
          await Promise.race([
            tooEarly,
            eventually('the loss is told', () => notes.includes('connection lost')),
          ]);
          tooEarly.catch(() => undefined);
          proxy.restore();
          await eventually('it is connected again', () => notes.includes('connected again'));
          await writeFile(marker, '');
          expect((await waiting).code).toBe(9);
          expect(notes.match(/connection lost/g)).toHaveLength(2);
        }
      } finally {
        await proxy.stop();
      }
    });

    it.each(['attempts', 'output/stdout', 'output/stderr'])(
      '[CLI-EXIT-6] are those of the job when the first request for its %s breaks off',
      async (what) => {
        const { hostname, port } = new URL(service.url);
        const proxy = await TcpProxy.start(hostname, Number(port));
        try {
          proxy.loseAnswerTo(new RegExp(`GET \\S+/${what}[ ?]`), 'GET ');
          const env = { PORTOLAN_JOBS_URL: `http://127.0.0.1:${proxy.port}` };
          const { code, stdout, stderr } = await cli(submission('echo out; exit 9', '--follow'), { env });
          expect([code, stdout]).toEqual([9, 'out\n']);
          expect(stderr).toContain('connected again');
        } finally {
          await proxy.stop();
        }
      },
    );

    it('[CLI-EXIT-8] an empty id is a wrong command line', async () => {
      for (const words of [
        ['get', ''],
        ['logs', ''],
        ['kill', 'x', '', '--yes'],
      ]) {
        const { code, stderr } = await cli(['job', ...words]);
        expect([code, stderr]).toEqual([2, expect.stringMatching(/^portolan: <ids?> is empty\n/)]);
      }
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

    it('[CLI-EXIT-5] reports an address that is not a Portolan service, also where any file is expected', async () => {
      const page = createServer((_request, response) =>
        response.setHeader('content-type', 'text/html; charset=utf-8').end('<p>welcome</p>'),
      );
      const url = await listen(page);
      for (const words of [['list'], ['logs', 'x'], ['get', 'x']]) {
        const { code, stdout, stderr } = await cli(['job', ...words, '--jobs', url]);
        expect([code, stdout]).toEqual([4, '']);
        expect(stderr).toMatch(
          /^portolan: http:\S+ is not a Portolan service: it answered text\/html\n {2}GET /,
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
      const wrong = await cli(['job', 'get']);
      expect([wrong.code, wrong.stderr]).toEqual([
        2,
        "portolan: missing required argument 'id': id of the job\n  `portolan job get --help` shows what is right\n",
      ]);
    });

    it('[CLI-OUT-5] help is also a command', async () => {
      const { stdout } = await cli(['job', 'list', '--help']);
      expect(stdout).toContain('portolan job list');
      for (const words of [
        ['help', 'job', 'list'],
        ['job', 'help', 'list'],
      ])
        expect(await cli(words)).toEqual({ code: 0, stdout, stderr: '' });
      expect((await cli(['help'])).stdout).toMatch(/^Usage: portolan/);
    });
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
