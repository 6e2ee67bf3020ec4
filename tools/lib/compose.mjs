/** MySQL and Redis in containers, for machines with an engine but without the programs and without apt-get. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, run, runOrFail } from './commands.mjs';
import { Failure, indented } from './console.mjs';
import { greets } from './mysql.mjs';
import { waitFor } from './network.mjs';
import { needPort } from './private-server.mjs';
import { answers } from './redis.mjs';
import { CHECKOUT, ROOT, paths } from './settings.mjs';

const FILE = join(ROOT, 'docker', 'servers.yaml');
const PROJECT = `portolan-${CHECKOUT}`;
/** The first start fetches the image and creates the data. */
const START_TIMEOUT_MS = 300_000;

/** Returns the command of Compose: a plug-in of docker, or a separate program; `null` without either. */
async function composeCommand(options) {
  if (!findProgram('docker')) return null;
  if ((await run('docker', ['compose', 'version'], options)).code === 0) return ['docker', 'compose'];
  return findProgram('docker-compose') ? ['docker-compose'] : null;
}

export const isAvailable = async () =>
  (await composeCommand()) !== null && (await run('docker', ['info'])).code === 0;

async function compose(what, args, options = {}) {
  const command = await composeCommand(options);
  if (!command) throw new Failure(`${what}: Docker Compose is not installed any more`);
  const [program, ...first] = command;
  return runOrFail(what, program, [...first, '-p', PROJECT, '-f', FILE, ...args], { cwd: ROOT, ...options });
}

/** Reports whether the container runs; false when the engine does not respond. */
function runs(id) {
  try {
    const args = ['inspect', '-f', '{{.State.Running}}', id];
    return (
      execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() ===
      'true'
    );
  } catch {
    return false;
  }
}

/**
 * Returns a server with the functions of a private one. @param key its name in docker/servers.yaml @param isUp whether a port
 * responds
 */
function containerServer(key, isUp) {
  const title = key === 'mysql' ? 'MySQL' : 'Redis';
  const setting = `PORTOLAN_${key.toUpperCase()}_PORT`;
  const record = join(paths.containers, `${key}.json`);

  const running = () => {
    if (!existsSync(record)) return null;
    const note = JSON.parse(readFileSync(record, 'utf8'));
    return runs(note.id) ? note : null;
  };

  const stop = async () => {
    await compose(`stopping ${title}`, ['stop', key], { undoes: true });
    rmSync(record, { force: true });
    return 'stopped';
  };

  const start = async (port) => {
    const found = running();
    if (found) return { started: false, port: found.port };
    await needPort(port, `${title} in a container`, setting);
    await compose(`starting ${title} in a container`, ['up', '-d', key], {
      env: { [setting]: String(port) },
    });
    const id = (await compose(`finding the container of ${title}`, ['ps', '-q', key])).at(-1).trim();
    mkdirSync(paths.containers, { recursive: true });
    writeFileSync(record, `${JSON.stringify({ id, port })}\n`);
    if (!(await waitFor(() => isUp(port), { timeoutMs: START_TIMEOUT_MS, gone: () => !runs(id) }))) {
      const { tail } = await run('docker', ['logs', '--tail', '12', id]);
      await stop();
      throw new Failure(`${title} did not start in its container; its last lines:\n${indented(tail)}`);
    }
    return { started: true, port };
  };

  return { start, stop, running };
}

export const containers = Object.freeze({
  mysql: containerServer('mysql', greets),
  redis: containerServer('redis', answers),
});

/** Removes the containers and their data, if there are any. */
export async function removeContainers() {
  if (!existsSync(paths.containers)) return;
  await compose('removing the containers', ['down', '--volumes']);
}
