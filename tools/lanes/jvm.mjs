/**
 * The lane `jvm`: jobs whose artifact is a `.jar`. Brings the JDK that Debian has when the machine has none, and makes the
 * jar of examples/java-clock with it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canInstall, install } from '../lib/apt.mjs';
import { findProgram, runOrFail } from '../lib/commands.mjs';
import { Failure, step } from '../lib/console.mjs';
import { ROOT } from '../lib/settings.mjs';

const PACKAGES = [['openjdk-17-jdk-headless'], ['default-jdk-headless']];
const SOURCE = join(ROOT, 'examples', 'java-clock', 'Clock.java');

const isComplete = () => ['java', 'javac', 'jar'].every((name) => findProgram(name));

/** Installs once more when the first try fails: a mirror may be away for a moment. */
async function installJdk() {
  if (!canInstall())
    throw new Failure('the lane jvm needs java, javac and jar: install a JDK, version 17 or later');
  await step('Installing the JDK', async (onProgress) => {
    const attempt = () => install(PACKAGES, { onProgress });
    await attempt().catch(attempt);
  });
  if (!isComplete()) throw new Failure('the lane jvm: the JDK is installed, but has no java, javac or jar');
}

async function makeJar(folder) {
  const classes = join(folder, 'classes');
  await runOrFail('compiling java-clock', findProgram('javac'), ['-d', classes, SOURCE]);
  const jar = join(folder, 'java-clock.jar');
  const pack = ['--create', '--file', jar, '--main-class', 'Clock', '-C', classes, '.'];
  await runOrFail('packing java-clock', findProgram('jar'), pack);
  return jar;
}

/** @returns the jar's path in `PORTOLAN_TEST_JAR`, and `stop`, which removes it */
export async function prepare() {
  if (!isComplete()) await installJdk();
  const folder = mkdtempSync(join(tmpdir(), 'portolan-jvm-'));
  const stop = () => rmSync(folder, { recursive: true, force: true });
  try {
    return { env: { PORTOLAN_TEST_JAR: await makeJar(folder) }, stop };
  } catch (error) {
    stop();
    throw error;
  }
}
