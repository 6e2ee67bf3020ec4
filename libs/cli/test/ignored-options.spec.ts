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
    ]) {
      const { code, stderr } = await runCli([...line.split(' '), ...AWAY]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be used with option')]);
    }
  });

  it('is --watch of a command that prints no list of a service', async () => {
    for (const line of ['context list', 'job get x', 'job logs x', 'history sql x']) {
      const { code, stderr } = await runCli([...line.split(' '), '--watch', ...AWAY]);
      expect([code, stderr]).toEqual([2, expect.stringContaining("unknown option '--watch'")]);
    }
  });
});
