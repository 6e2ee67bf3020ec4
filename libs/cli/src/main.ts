#!/usr/bin/env node
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** A reader that has gone, as `| head` does, ends the command without a message; a full disk does not. */
function leave(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`portolan: cannot write the output: ${error.code ?? error.message}\n`, () =>
    process.exit(1),
  );
}

async function main(words: readonly string[]): Promise<void> {
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
    process.stdout.write(`${version}\n`);
    return;
  }
  process.stdout.on('error', leave);
  process.stderr.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
  const [{ run }, { Interrupts }] = await Promise.all([
    import('./program/run.ts'),
    import('./session/interrupts.ts'),
  ]);
  const { stdin, stdout, stderr, env } = process;
  const interrupts = new Interrupts(process);
  const code = await run(words, { stdin, stdout, stderr, env, cwd: process.cwd(), interrupts }, version);
  // A request that is no longer waited for must not keep the process; everything is written by now.
  process.exit(code);
}

void main(process.argv.slice(2));
