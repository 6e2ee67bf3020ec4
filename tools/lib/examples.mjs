/** The examples: registered in the running services by tools/load-examples.mjs, again and again without harm. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { tokenEnvironment } from './bearer.mjs';
import { run } from './commands.mjs';
import { Failure, say, step } from './console.mjs';
import { authSettings } from './dev-issuer.mjs';
import { currentPorts } from './services.mjs';
import { ROOT, urlOf } from './settings.mjs';
import { internalToken } from './state.mjs';

const PROGRAM = join('tools', 'load-examples.mjs');

/** Addresses and tokens of the running system as environment variables, for programs that talk to it. */
export function systemEnvironment() {
  const ports = currentPorts();
  return {
    HISTORY_URL: urlOf(ports.history),
    JOBS_URL: urlOf(ports.jobs),
    STREAMS_URL: urlOf(ports.streams),
    ARTIFACTS_URL: urlOf(ports.artifacts),
    INTERNAL_TOKEN: internalToken(),
    ...tokenEnvironment(),
  };
}

/** Registers the examples. */
export async function loadExamples() {
  if (!existsSync(join(ROOT, PROGRAM))) return;
  const env = systemEnvironment();
  if (authSettings().AUTH_MODE !== 'off' && !env.PORTOLAN_TOKEN) {
    say(
      'The examples are not loaded: AUTH_MODE asks for a credential, PORTOLAN_TOKEN may name a token of an admin',
    );
    return;
  }
  await step('Loading the examples', async (progress) => {
    const { code, tail } = await run(process.execPath, [PROGRAM], {
      cwd: ROOT,
      env,
      onLine: progress,
    });
    if (code !== 0)
      throw new Failure(
        `the examples could not be loaded:\n${tail
          .slice(-10)
          .map((line) => `    ${line}`)
          .join('\n')}`,
      );
  });
}
