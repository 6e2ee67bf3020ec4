import { runCli } from '../src/testing/index.ts';

/** No service listens there: a command that asks one exits with 4. */
const AWAY = ['--jobs', '--history', '--streams'].flatMap((option) => [option, 'http://127.0.0.1:9']);

describe('[CLI-OUT-9] an option that a command would ignore', () => {
  it.each(
    [
      'job logs x',
      'stream logs x',
      'stream tail x',
      'completion bash',
      'dev status',
      'job submit --follow --name x --command a --cluster b',
    ].map((line) => line.split(' ')),
  )('is refused before any request: -o of %s %s', async (...words) => {
    const { code, stdout, stderr } = await runCli([...words, '-o', 'json', ...AWAY]);
    expect([code, stdout]).toEqual([words.includes('--follow') ? 125 : 2, '']);
    const name = words.slice(0, words.includes('--follow') ? 3 : 2).join(' ');
    expect(stderr).toBe(`portolan: -o json: ${name} prints its output as it is\n  leave -o out\n`);
  });

  it('is a format that a stream of changes cannot have', async () => {
    for (const format of ['json', 'yaml']) {
      const { code, stderr } = await runCli(['history', 'watch', 'view/instances', '-o', format, ...AWAY]);
      expect([code, stderr]).toEqual([
        2,
        `portolan: -o ${format}: history watch cannot print it\n  outputs: table, wide, ndjson\n`,
      ]);
    }
  });

  it('is accepted as the format of the variable, which is meant for other commands', async () => {
    const { code } = await runCli(['completion', 'bash'], { env: { PORTOLAN_OUTPUT: 'json' } });
    expect(code).toBe(0);
  });

  it('is one of two that exclude each other', async () => {
    for (const line of [
      'job list --all --limit 3',
      'schedule fires x --all --limit 3',
      'stream list --clusters --ended',
      'job submit --dry-run --follow x.yaml',
      'job submit --wait --dry-run x.yaml',
      'job logs x --tail 3 --offset 3',
      'job logs x --stderr --file y',
      'history get a/b/c --at 2h --all',
      'history list a/b --at 2h --since 2d',
      'history list a/b --at 2h --updated',
      'history list a/b --expand --fields c',
      'history export a/b --at 2h --until 1h',
    ]) {
      const { code, stderr } = await runCli([...line.split(' '), ...AWAY]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be used with option')]);
      const [one, other] = line.match(/--[a-z-]+/g) ?? [];
      expect(stderr).toContain(`'${one}`);
      expect(stderr).toContain(`'${other}`);
    }
  });

  it.each([
    ['history get a/b/c --limit 2', '--limit needs --all'],
    ['history list a/b --updated', '--updated needs --since or --until'],
    ['stream sla x --min 1 --max 2 --cron-policy KEEP_NEW', '--cron-policy needs --cron'],
    ['history diff a/b/c --lines 1 -o json', '--lines: a JSON Patch has no lines around a change'],
    ['context add lab --jobs http://lab --token x', '--token is not stored with a context'],
    ['context login --token x', '--token is not stored with a context'],
  ])('is one that needs another: %s', async (line, message) => {
    const { code, stdout, stderr } = await runCli([...line.split(' '), ...AWAY]);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(`portolan: ${message}\n`)]);
  });

  it('is one that has no meaning for the command', async () => {
    const { code, stderr } = await runCli(['history', 'diff', 'a/b/c', '--at', '2h', ...AWAY]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("unknown option '--at'")]);
  });

  it('is --watch of a command that prints no list of a service', async () => {
    for (const line of ['context list', 'job get x', 'job logs x', 'history sql x']) {
      const { code, stderr } = await runCli([...line.split(' '), '--watch', ...AWAY]);
      expect([code, stderr]).toEqual([2, expect.stringContaining("unknown option '--watch'")]);
    }
  });
});
