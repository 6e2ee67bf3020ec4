/** The lane `cloud`: crawls of an emulator of a cloud's API, from a Debian suite in a git-ignored folder. */
import { say, step } from '../lib/console.mjs';
import { debianSuite, inSuite } from '../lib/debian.mjs';
import { freePort, statusOf } from '../lib/network.mjs';
import { startAnswering } from '../lib/private-server.mjs';
import { terminate } from '../lib/processes.mjs';
import { LOOPBACK } from '../lib/settings.mjs';

const NAME = 'cloud-emulator';
/** The emulator, its HTTP server, and the packages needed to describe stacks. */
const PACKAGES = [
  ...['python3-moto', 'python3-flask', 'python3-flask-cors', 'python3-openapi-spec-validator'],
  ...['python3-joserfc', 'python3-docker', 'python3-yaml', 'python3-pyparsing'],
];
const TIMEOUT_MS = 60_000;

export async function prepare() {
  await debianSuite({ name: 'the cloud lane', packages: PACKAGES });
  await terminate(NAME, TIMEOUT_MS);
  const port = await freePort();
  const url = `http://${LOOPBACK}:${port}`;
  // The thousands of public images of the real cloud would slow down the emulator.
  const settings = ['MOTO_EC2_LOAD_DEFAULT_AMIS=false', 'PYTHONDONTWRITEBYTECODE=1'];
  const [program, args] = inSuite(['env', ...settings, 'moto_server', '-H', LOOPBACK, '-p', String(port)]);
  const answers = async () => (await statusOf(`${url}/moto-api/data.json`)) === 200;
  await step('cloud API emulator', () =>
    startAnswering({ name: NAME, title: 'the emulator', program, args, answers, timeoutMs: TIMEOUT_MS }),
  );
  say(`the tests crawl the emulator at ${url}`);
  // The service and the tests present these to get a role; the emulator accepts any.
  const credentials = { AWS_ACCESS_KEY_ID: 'testing', AWS_SECRET_ACCESS_KEY: 'testing' };
  return { env: { TEST_CLOUD_URL: url, ...credentials }, stop: () => terminate(NAME, TIMEOUT_MS) };
}
