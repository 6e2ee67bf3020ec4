/** The lane `generators`: two generators of clients read the documents of the three APIs and find nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, runOrFail } from '../lib/commands.mjs';
import { step } from '../lib/console.mjs';
import { GENERATOR_PACKAGES, downloads, pythonPrograms } from '../lib/python.mjs';

const GENERATOR = 'openapi-generator-cli';
const VERSION = '7.24.0';

/** Returns the file of openapi-generator, downloaded by Maven when missing. */
async function generatorJar() {
  const folder = join(downloads(), 'jars');
  const jar = join(folder, `${GENERATOR}-${VERSION}.jar`);
  const artifact = `-Dartifact=org.openapitools:${GENERATOR}:${VERSION}`;
  if (!existsSync(jar))
    await runOrFail('downloading openapi-generator', findProgram('mvn'), [
      ...['-q', 'dependency:copy', artifact, `-DoutputDirectory=${folder}`],
    ]);
  return jar;
}

export async function prepare() {
  const missing = ['python3', 'java', 'mvn'].filter((name) => findProgram(name) === null);
  if (missing.length > 0) return { skip: `it needs ${missing.join(', ')}` };
  const programs = await step('openapi-python-client', () => pythonPrograms(GENERATOR_PACKAGES));
  const jar = await step('openapi-generator', () => generatorJar());
  return { env: { PORTOLAN_GENERATORS: JSON.stringify({ programs, jar }) } };
}
