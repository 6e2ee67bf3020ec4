#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { ExitCode, ownFailureCode } from './failure/cli-error.ts';
import { unexpectedText } from './output/failure-text.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const words = process.argv.slice(2);
const failureCode = ownFailureCode(words) ?? ExitCode.OfCommand;

/** The end of a job that is followed is not known when the reader has gone: 0 would claim its success. */
const codeWithoutReader = ownFailureCode(words) ?? ExitCode.Success;

/** A reader that has gone, as `| head` does, ends the command without a message; a full disk does not. */
function leave(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(codeWithoutReader);
  process.stderr.write(`portolan: cannot write the output: ${error.code ?? error.message}\n`, () =>
    process.exit(failureCode),
  );
}

/** An error outside of what is awaited, such as one of a timer: Node.js would exit with 1, which is the code of a failed job. */
function fail(error: unknown): void {
  process.stderr.write(unexpectedText(error, process.env), () => process.exit(failureCode));
}

async function main(): Promise<void> {
  process.stdout.on('error', leave);
  process.stderr.on('error', ({ code }: NodeJS.ErrnoException) =>
    process.exit(code === 'EPIPE' ? codeWithoutReader : failureCode),
  );
  process.on('uncaughtException', fail);
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
    process.stdout.write(`${version}\n`);
    return;
  }
  const [{ run }, { Interrupts }] = await Promise.all([
    import('./program/run.ts'),
    import('./session/interrupts.ts'),
  ]);
  const { stdin, stdout, stderr, env } = process;
  const interrupts = new Interrupts(process);
  const code = await run(words, { stdin, stdout, stderr, env, cwd: process.cwd(), interrupts }, version);
  // A text that was written without waiting, such as a help, may have failed: then the listener above ends the process.
  await new Promise((resolve) => stdout.write('', resolve));
  // A request that is no longer waited for must not keep the process.
  process.exit(code);
}

void main();
