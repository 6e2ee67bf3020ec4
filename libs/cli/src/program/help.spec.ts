import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import { Interrupts } from '../session/interrupts.ts';
import { GROUPS, buildProgram } from './program.ts';

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (piece) => void (text += piece) });
  command.outputHelp();
  return text;
}

async function program(columns = 100): Promise<Command> {
  const io = {
    stdin: Readable.from([]),
    stdout: Object.assign(nowhere(), { columns }),
    stderr: nowhere(),
    env: {},
    cwd: '/',
    interrupts: new Interrupts(new EventEmitter()),
  };
  return buildProgram({ io, version: '1', words: GROUPS.map(({ name }) => name), exitCode: 0 });
}

it('[CLI-OUT-5] every command has a description and examples of itself', async () => {
  const whole = await program();
  const commands = leaves(whole);
  const globals = whole.options.flatMap(({ short, long }) => [short, long]);
  expect(commands.length).toBeGreaterThan(30);
  for (const command of commands) {
    const path = `portolan ${command.parent?.name()} ${command.name()}`;
    expect(command.description()).toMatch(/^[A-Z].*[.]$/);
    // An option of all commands would be taken from its command.
    for (const { long } of command.options) expect(globals).not.toContain(long);
    const [, examples = ''] = helpOf(command).split('\nExamples:\n');
    expect(examples).toContain(path);
  }
});

it('[CLI-OUT-2] every command that lists what a service has takes --watch', async () => {
  const lists = leaves(await program())
    .filter((command) => /^Lists? /.test(command.description()))
    .filter(({ parent }) => !['context', 'dev'].includes(parent?.name() ?? ''));
  expect(lists.length).toBeGreaterThan(8);
  const without = lists.filter(({ options }) => !options.some(({ long }) => long === '--watch'));
  expect(without.map((command) => `${command.parent?.name()} ${command.name()}`)).toEqual([]);
});

it('[CLI-OUT-5] the descriptions of a help fit a narrow terminal', async () => {
  for (const command of leaves(await program(60))) {
    const [text = ''] = helpOf(command).split('\nExamples:\n');
    const tooLong = text.split('\n').filter((line) => line.length > 60 && !line.startsWith('Usage: '));
    expect(tooLong).toEqual([]);
  }
});
