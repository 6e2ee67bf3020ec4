/** The JSON files of the examples. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { artifactVersion } from './pack.mjs';
import { ROOT } from './settings.mjs';

/** A file of an example, with the address of the artifact store and the version filled in. */
export function exampleFile(example, file, artifactsUrl) {
  const text = readFileSync(join(ROOT, 'examples', example, file), 'utf8');
  const filled = text
    .replaceAll('${ARTIFACTS_URL}', artifactsUrl)
    .replaceAll('${VERSION}', artifactVersion());
  return JSON.parse(filled);
}
