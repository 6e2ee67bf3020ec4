#!/usr/bin/env node
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** A reader that has gone, as `| head` does, ends the command without a message. */
function leaveQuietly(error: NodeJS.ErrnoException): void {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
}

async function main(words: readonly string[]): Promise<void> {
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
    process.stdout.write(`${version}\n`);
    return;
  }
  process.stdout.on('error', leaveQuietly);
  process.stderr.on('error', leaveQuietly);
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
