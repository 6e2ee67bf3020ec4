/**
 * The lane `cloud`: crawls of a real emulator of a cloud's API. It comes from a current Debian suite in a git-ignored
 * folder (python3-moto and its server) and listens on a port of its own.
 */
import { Failure, say, step } from '../lib/console.mjs';
import { debianSuite, inSuite } from '../lib/debian-suite.mjs';
import { freePort, waitFor } from '../lib/network.mjs';
import { findRunning, logTail, spawnRecorded, terminate } from '../lib/processes.mjs';
import { LOOPBACK } from '../lib/settings.mjs';

const NAME = 'cloud-emulator';
/** The emulator, its HTTP server, and what its stacks can't be described without. */
const PACKAGES = [
  ...['python3-moto', 'python3-flask', 'python3-flask-cors'],
  ...[
    'python3-openapi-spec-validator',
    'python3-joserfc',
    'python3-docker',
    'python3-yaml',
    'python3-pyparsing',
  ],
];
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

function startServer(port) {
  // Thousands of public images of the real cloud would only be in the way.
  const settings = ['MOTO_EC2_LOAD_DEFAULT_AMIS=false', 'PYTHONDONTWRITEBYTECODE=1'];
  const server = ['moto_server', '-H', LOOPBACK, '-p', String(port)];
  const [program, args] = inSuite(['env', ...settings, ...server]);
  return spawnRecorded(NAME, program, args, { facts: { port } });
}

async function answers(url) {
  try {
    return (await fetch(`${url}/moto-api/data.json`)).ok;
  } catch {
    return false;
  }
}

/**
 * Unpacks and starts the emulator.
 * @returns what the tests get in their environment, and how to end the emulator
 */
export async function prepare() {
  await debianSuite({ name: 'the cloud lane', packages: PACKAGES });
  await terminate(NAME, STOP_TIMEOUT_MS);
  const port = await freePort();
  const url = `http://${LOOPBACK}:${port}`;
  await step('cloud API emulator', async () => {
    const { exit, logStart } = await startServer(port);
    const gone = () => exit.code !== undefined || !findRunning(NAME);
    if (!(await waitFor(() => answers(url), { timeoutMs: START_TIMEOUT_MS, gone }))) {
      await terminate(NAME, STOP_TIMEOUT_MS);
      throw new Failure(`the emulator did not start; its last lines:\n${logTail(NAME, logStart)}`);
    }
  });
  say(`the tests crawl the emulator at ${url}`);
  // What the service and the tests present to get a role; the emulator takes anything.
  const credentials = { AWS_ACCESS_KEY_ID: 'testing', AWS_SECRET_ACCESS_KEY: 'testing' };
  return { env: { TEST_CLOUD_URL: url, ...credentials }, stop: () => terminate(NAME, STOP_TIMEOUT_MS) };
}
