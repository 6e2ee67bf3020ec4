/** The lane `jvm`: jobs whose artifact is a `.jar`: that of examples/java-clock. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needPrograms } from '../lib/debian.mjs';
import { findProgram, runOrFail } from '../lib/commands.mjs';
import { ROOT } from '../lib/settings.mjs';

const PACKAGES = [['openjdk-17-jdk-headless'], ['default-jdk-headless']];
const SOURCE = join(ROOT, 'examples', 'java-clock', 'Clock.java');

async function makeJar(folder) {
  const classes = join(folder, 'classes');
  await runOrFail('compiling java-clock', findProgram('javac'), ['-d', classes, SOURCE]);
  const jar = join(folder, 'java-clock.jar');
  const pack = ['--create', '--file', jar, '--main-class', 'Clock', '-C', classes, '.'];
  await runOrFail('packing java-clock', findProgram('jar'), pack);
  return jar;
}

export async function prepare() {
  await needPrograms('the lane jvm', ['java', 'javac', 'jar'], PACKAGES);
  const folder = mkdtempSync(join(tmpdir(), 'portolan-jvm-'));
  const stop = () => rmSync(folder, { recursive: true, force: true });
  try {
    return { env: { PORTOLAN_TEST_JAR: await makeJar(folder) }, stop };
  } catch (error) {
    stop();
    throw error;
  }
}
