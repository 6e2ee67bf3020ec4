import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { lstat, mkdir, mkdtemp, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { CLI_PROCESS } from '@portolan/cli/testing';
import { eventually } from '@portolan/service/testing';
import { commandLine, listen, submission } from './command-line';
import { containing, like, register, startJobs, type JobsService } from './support';

describe('the command portolan, with the output of jobs', () => {
  let service: JobsService;
  const { folder, cli, stdout: submit, json } = commandLine(() => service);

  beforeAll(async () => {
    service = await startJobs();
    await register(service.client);
  });
  afterAll(() => service.stop());

  describe('job logs', () => {
    it('[CLI-LOGS-1] prints a file, its end, or an earlier attempt', async () => {
      const id = await submit(
        ...submission(
          'echo attempt $PORTOLAN_ATTEMPT; echo two; echo e >&2; exit 1',
          '--retry',
          '1',
          '--retry-on',
          'exit',
          '--retry-delay',
          '0',
        ),
      );
      await service.client.ended(id);
      const printed = async (...more: string[]) => (await cli(['job', 'logs', id, ...more])).stdout;
      expect(await printed()).toBe('attempt 2\ntwo\n');
      expect(await printed('--tail', '1')).toBe('two\n');
      expect(await printed('--attempt', '1')).toBe('attempt 1\ntwo\n');
      expect(await printed('--stderr')).toBe('e\n');
      expect((await cli(['job', 'logs', id, '--attempt', '5'])).code).toBe(3);
      expect(await cli(['job', 'logs', '-f', id, '--attempt', '5'])).toMatchObject({
        code: 3,
        stderr: `portolan: job ${id} ended without an attempt 5\n`,
      });
    });

    it('[CLI-LOGS-2] follows over attempts and cut connections: nothing is missing, nothing comes twice', async () => {
      const script =
        'for i in $(seq 400); do echo "$PORTOLAN_ATTEMPT-$i"; [ $((i % 40)) = 0 ] && sleep 0.05; done; exit 1';
      const { proxy, url, cuts } = await cutting(service.url);
      try {
        const id = await submit(
          ...submission(script, '--retry', '1', '--retry-on', 'exit', '--retry-delay', '0'),
        );
        const { code, stdout } = await cli(['job', 'logs', '-f', id, '--attempt', '1', '--jobs', url]);
        const attempt = (n: number) => Array.from({ length: 400 }, (_one, i) => `${n}-${i + 1}\n`).join('');
        expect(stdout).toBe(attempt(1) + attempt(2));
        expect([code, cuts() > 0]).toEqual([0, true]);
      } finally {
        proxy.closeAllConnections();
        proxy.close();
      }
    });

    it.each(['3.2', '4.0'])(
      '[CLI-LOGS-5] follows the output of a service of release %s',
      async (API_RELEASE) => {
        const { database, queuePrefix } = service;
        const older = await startJobs({ database, queuePrefix, env: { ROLES: 'api', API_RELEASE } });
        try {
          const go = join(folder, `go-${API_RELEASE}`);
          const script = `echo begun; until [ -e ${go} ]; do sleep 0.1; done; echo end; echo e >&2; exit 3`;
          let seen = '';
          const following = cli(
            submission(script, '--follow', '--jobs', older.url, '--id', `of-${API_RELEASE}`),
            {
              onStdout: (text) => (seen += text),
            },
          );
          await eventually('output', async () => seen === 'begun\n');
          await writeFile(go, '');
          const { code, stdout, stderr } = await following;
          expect([code, stdout]).toEqual([3, 'begun\nend\n']);
          expect(stderr).toContain('e\n');
          expect((await cli(['job', 'logs', '-f', 'nothing', '--jobs', older.url])).code).toBe(3);
        } finally {
          await older.close();
        }
      },
    );

    it('[CLI-LOGS-3] names the elements of an array as the place of its output', async () => {
      const id = await submit(...submission('true', '--array', '2'));
      for (const options of [['-f'], []]) {
        const { code, stderr } = await cli(['job', 'logs', ...options, id]);
        expect([code, stderr]).toEqual([3, containing(`portolan job logs ${id}.0`)]);
      }
    });

    it('[CLI-LOGS-4] Ctrl-C without a terminal leaves the job running and ends with 130', async () => {
      const signals = new EventEmitter();
      let seen = '';
      const following = cli(submission('echo begun; sleep 30', '--follow', '--id', `left-${Date.now()}`), {
        signals,
        onStdout: (text) => (seen += text),
      });
      await eventually('output', async () => seen.includes('begun'));
      signals.emit('SIGINT');
      const { code, stderr } = await following;
      expect([code, stderr]).toEqual([130, containing('goes on')]);
      const id = /job (left-\d+) goes on/.exec(stderr)?.[1] ?? '';
      expect(['CLAIMED', 'INIT', 'RUNNING']).toContain(await service.client.statusOf(id));
      expect((await cli(['job', 'kill', id])).code).toBe(0);
      expect((await service.client.ended(id)).status).toBe('KILLED');
    });
  });

  it('[CLI-EXIT-1] [CLI-EXIT-2] reports that the output cannot be written, unless its reader has gone', async () => {
    const id = await submit(...submission('seq 200000', '--wait'));
    const into = async (script: string, words = ['job', 'logs', id]) => {
      const command = [process.execPath, ...CLI_PROCESS, ...words].map((word) => `'${word}'`).join(' ');
      const shell = spawn('bash', ['-o', 'pipefail', '-c', `${command} ${script}`], {
        env: { ...process.env, PORTOLAN_JOBS_URL: service.url, XDG_CONFIG_HOME: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [out, err] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')]);
      return [shell.exitCode, out, err];
    };
    expect(await into('> /dev/full')).toEqual([70, '', 'portolan: cannot write the output: ENOSPC\n']);
    expect(await into('| head -n 1')).toEqual([0, '1\n', '']);
    // Nobody learns then how the job ends: 0 would claim its success.
    const following = submission('seq 200000; exit 3', '--follow');
    expect(await into('| head -n 1', following)).toEqual([125, '1\n', expect.any(String)]);
  });

  describe('job cp', () => {
    it('[CLI-CP-1] [CLI-CP-5] brings whole folders back, and keeps what is there', async () => {
      const script = 'mkdir -p out/deep; echo one > out/1.txt; echo two > out/deep/2.txt; : > out/empty';
      const id = await submit(...submission(`cd "$PORTOLAN_JOB_DIR"; ${script}`));
      await service.client.ended(id);
      const target = join(folder, 'copied');
      expect((await cli(['job', 'cp', `${id}:out`, target])).code).toBe(0);
      expect(await readFile(join(target, 'deep/2.txt'), 'utf8')).toBe('two\n');
      expect((await stat(join(target, 'empty'))).size).toBe(0);
      const again = await json<{ files: number; kept: number }>('job', 'cp', `${id}:out`, target);
      expect(again.kept).toBe(again.files);
      expect((await readdir(target)).filter((name) => name.endsWith('.part'))).toEqual([]);
      await cli(['job', 'cp', `${id}:out/1.txt`, 'single.txt']);
      expect(await readFile(join(folder, 'single.txt'), 'utf8')).toBe('one\n');
      expect((await cli(['job', 'files', id, 'out', '-r'])).stdout).toContain('deep/2.txt');
      expect((await json<unknown[]>('job', 'files', id, 'out/1.txt')).length).toBe(1);
      expect((await cli(['job', 'files', id, 'out/1.txt', '-r'])).stdout).toMatch(/\n1\.txt +4 B /);
      const upload = await cli(['job', 'cp', 'single.txt', `${id}:`]);
      expect([upload.code, upload.stderr]).toEqual([2, expect.stringContaining('cannot be uploaded')]);
      const piped = await cli(['job', 'cp', `${id}:out/1.txt`, '-']);
      expect([piped.code, piped.stderr]).toEqual([2, containing(`portolan job logs ${id} --file out/1.txt`)]);
    });

    it('[CLI-CP-1] reports what prevents writing, and does not treat it as a lost connection', async () => {
      const id = await submit(
        ...submission('mkdir -p "$PORTOLAN_JOB_DIR/out"; echo one > "$PORTOLAN_JOB_DIR/out/1.txt"'),
      );
      await service.client.ended(id);
      const into = async (source: string, target: string): Promise<[number, string]> => {
        const { code, stderr } = await cli(['job', 'cp', `${id}:${source}`, resolve(folder, target)]);
        return [code, stderr];
      };
      await writeFile(join(folder, 'in-the-way'), '');
      const inTheWay = `portolan: cannot create ${join(folder, 'in-the-way')}: a file is in the way\n`;
      expect(await into('out', 'in-the-way')).toEqual([70, inTheWay]);
      expect(await into('out/1.txt', 'in-the-way/1.txt')).toEqual([70, inTheWay]);
      const [code, stderr] = await into('out/1.txt', '/proc/1.txt');
      expect([code, stderr]).toEqual([70, like(/^portolan: cannot write \/proc\/1\.txt: ENOENT.*\n$/)]);
      const queue = join(folder, 'queue');
      await once(spawn('mkfifo', [queue]), 'close');
      expect(await into('out/1.txt', queue)).toEqual([
        70,
        `portolan: ${queue} is in the way: it is not a file\n`,
      ]);
      expect((await lstat(queue)).isFIFO()).toBe(true);
      // As /dev/stdout is one: on this machine a program would write into the file from now on.
      const link = join(folder, 'link');
      await symlink('/proc/self/fd/1', link);
      expect(await into('out/1.txt', link)).toEqual([70, `portolan: ${link} is in the way: it is a link\n`]);
      expect((await lstat(link)).isSymbolicLink()).toBe(true);
    });

    it('[CLI-CP-2] continues a file where the connection broke off', async () => {
      const id = await submit(
        ...submission(
          'head -c 3000000 /dev/urandom > "$PORTOLAN_JOB_DIR/big"; md5sum < "$PORTOLAN_JOB_DIR/big"',
        ),
      );
      await service.client.ended(id);
      const { proxy, url, cuts } = await cutting(service.url, 1_000_000);
      try {
        expect((await cli(['job', 'cp', `${id}:big`, 'big', '--jobs', url])).code).toBe(0);
      } finally {
        proxy.closeAllConnections();
        proxy.close();
      }
      expect(cuts()).toBeGreaterThan(0);
      const whole = await fetch(`${service.url}/api/v3/jobs/${id}/output/big`);
      expect((await readFile(join(folder, 'big'))).equals(Buffer.from(await whole.arrayBuffer()))).toBe(true);
    });

    it.each(['../out', '/etc/x', 'a/b', '..', '.', ''])('[CLI-CP-3] refuses the name %j', async (name) => {
      const { server, url } = await listing([name]);
      const { code, stderr } = await cli(['job', 'cp', 'hostile', 'safe', '--jobs', url]);
      server.close();
      expect([code, stderr]).toEqual([1, containing('unsafe name')]);
    });

    it.each(['../..', 'out/.', '..'])(
      '[CLI-CP-3] blames %s on the command line, not on the job',
      async (path) => {
        const { code, stderr } = await cli(['job', 'cp', `any:${path}`, 'safe']);
        expect([code, stderr]).toEqual([2, containing('. and .. cannot be a part of a path')]);
      },
    );

    it('[CLI-CP-4] writes through no link that is in the target', async () => {
      const outside = await mkdtemp(join(tmpdir(), 'portolan-outside-'));
      const id = await submit(
        ...submission('mkdir "$PORTOLAN_JOB_DIR/sub"; echo x > "$PORTOLAN_JOB_DIR/sub/file"'),
      );
      await service.client.ended(id);
      await mkdir(join(folder, 'linked'));
      await symlink(outside, join(folder, 'linked', 'sub'));
      expect((await cli(['job', 'cp', id, 'linked'])).code).toBe(70);
      expect(await readdir(outside)).toEqual([]);
    });
  });
});

/** Passes requests on, and cuts each long answer after some bytes. */
async function cutting(target: string, after = 700) {
  let cut = 0;
  const proxy = createServer((request, response) => {
    void (async () => {
      const headers: Record<string, string> = {};
      if (request.headers.range) headers.range = request.headers.range;
      if (request.headers.accept) headers.accept = request.headers.accept;
      const answer = await fetch(target + request.url, { headers });
      const isFile = request.url?.includes('/output/');
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      let passed = 0;
      for await (const chunk of answer.body ?? []) {
        const piece = (chunk as Buffer).subarray(0, isFile ? after - passed : undefined);
        passed += piece.length;
        response.write(piece);
        if (!isFile || passed < after) continue;
        cut += 1;
        response.socket?.end();
        return;
      }
      response.end();
    })().catch(() => response.destroy());
  });
  return { proxy, url: await listen(proxy), cuts: () => cut };
}

/** A service whose job has files of these names. */
async function listing(names: readonly string[]) {
  const files = names.map((name) => ({ name, size: 1, lastModified: new Date().toISOString() }));
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ directories: [], files }));
  });
  return { server, url: await listen(server) };
}
