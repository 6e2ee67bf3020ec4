import { EventEmitter } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { run } from '../program/run.ts';
import { Interrupts } from '../session/interrupts.ts';

/** The exit code and the output of one run of the command. */
export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** How the command is called. */
export interface CliCall {
  env?: Record<string, string>;
  stdin?: string | Readable;
  cwd?: string;
  /** Gets each piece of stdout, before the command ends. */
  onStdout?: (text: string) => void;
  onStderr?: (text: string) => void;
  /** Emits `SIGINT` for Ctrl-C. */
  signals?: EventEmitter;
}

function collector(pieces: Buffer[], seen?: (text: string) => void): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      pieces.push(chunk);
      seen?.(chunk.toString());
      done();
    },
  });
}

/** The version that the command states in tests. */
export const TEST_VERSION = '0.0.0-test';

/** Runs the command in this process, with an empty configuration and cache of its own unless `env` names them. */
export async function runCli(words: readonly string[], call: CliCall = {}): Promise<CliResult> {
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  const io = {
    stdin: typeof call.stdin === 'object' ? call.stdin : Readable.from([Buffer.from(call.stdin ?? '')]),
    stdout: collector(stdout, call.onStdout),
    stderr: collector(stderr, call.onStderr),
    env: { XDG_CONFIG_HOME: ownHome(), XDG_CACHE_HOME: ownHome(), ...call.env },
    cwd: call.cwd ?? tmpdir(),
    interrupts: new Interrupts(call.signals ?? new EventEmitter()),
  };
  const code = await run(words, io, TEST_VERSION);
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

let home: string | undefined;
const ownHome = (): string => (home ??= mkdtempSync(join(tmpdir(), 'portolan-cli-')));

/** Arguments of Node.js that run the command from its sources, as a process of its own. */
export const CLI_PROCESS: readonly string[] = [
  '--conditions=@portolan/source',
  fileURLToPath(new URL('../../test/cli.cjs', import.meta.url)),
];
