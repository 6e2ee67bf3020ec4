import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli, type CliCall, type CliResult } from '@portolan/cli/testing';
import type { JobsService } from './support';

/** Options that select the command and the cluster of the tests. */
export const BASH = ['--command', 'type:bash', '--cluster', 'type:local', '--memory', '16'];

/** The words of a submission. @param script for a shell @param more options */
export const submission = (script: string, ...more: string[]): string[] => [
  ...['job', 'submit', '--name', 'cli'],
  ...BASH,
  ...more,
  '--',
  script,
];

/** The command portolan of the user ann, in a folder of its own, on a service that may start later. */
export function commandLine(ofTests: () => JobsService) {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-cli-'));
  const cli = (words: readonly string[], call: CliCall = {}): Promise<CliResult> =>
    runCli(words, {
      cwd: folder,
      ...call,
      env: { PORTOLAN_JOBS_URL: ofTests().url, PORTOLAN_USER: 'ann', ...call.env },
    });
  /** Returns the output of a command that succeeds without a note; the last line break is removed. */
  const stdout = async (...words: string[]): Promise<string> => {
    const { code, stdout: printed, stderr } = await cli(words);
    expect([code, stderr]).toEqual([0, '']);
    return printed.trimEnd();
  };
  const json = async <T>(...words: string[]): Promise<T> =>
    JSON.parse(await stdout(...words, '-o', 'json')) as T;
  return { folder, cli, stdout, json };
}

/** Starts a server on a free port. @returns its address */
export async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
