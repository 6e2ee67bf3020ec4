/** The examples, which tools/load-examples.mjs registers in the running services; idempotent. */
import { cpSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runOrFail } from './commands.mjs';
import { say, step } from './console.mjs';
import { authSettings, runningIssuer, tokenFor } from './dev-issuer.mjs';
import { artifactVersion, pack } from './pack.mjs';
import { currentPorts } from './services.mjs';
import { IS_CHECKOUT, ROOT, paths, serviceUrls, urlOf } from './settings.mjs';
import { internalToken } from './state.mjs';

export const BATCH_EXAMPLE = 'word-count-batch';
export const STREAM_EXAMPLES = Object.freeze(['sine-stream', 'log-tail', 'event-windows', 'prime-search']);
/** The examples that every system has. */
export const EXAMPLES = Object.freeze([BATCH_EXAMPLE, ...STREAM_EXAMPLES]);

/** Gives the artifacts of the examples to the store: packed from sources, or those of the installed package. */
export async function provideArtifacts() {
  if (!IS_CHECKOUT) return cpSync(join(ROOT, 'artifacts'), paths.artifacts, { recursive: true });
  for (const name of EXAMPLES) await pack(name, paths.artifacts);
}

/** Returns a JSON file of an example with the address of the artifact store and the version. */
export function exampleFile(example, file, artifactsUrl) {
  const text = readFileSync(join(ROOT, 'examples', example, file), 'utf8');
  return JSON.parse(
    text.replaceAll('${ARTIFACTS_URL}', artifactsUrl).replaceAll('${VERSION}', artifactVersion()),
  );
}

/** Packs examples and serves them by a store of `bench`. @returns the address of the store, and the names of the packed files */
export async function serveExamples(bench, examples, name = 'artifacts') {
  const folder = join(bench.folder, 'artifacts');
  const packed = [];
  for (const example of examples) packed.push(...(await pack(example, folder)));
  const url = await bench.serve(name, ['tools/artifact-store.mjs'], { env: { ARTIFACTS_DIR: folder } });
  return { url, names: packed.map(({ path }) => basename(path)) };
}

/** Serves one example as {@link serveExamples}. @returns the address of its zip */
export async function serveExample(bench, name, example) {
  const { url, names } = await serveExamples(bench, [example], name);
  return `${url}/${names.find((file) => file.endsWith('.zip'))}`;
}

/** Addresses and tokens of the running system as variables; `PORTOLAN_TOKEN` is the user's, else an admin's of the issuer. */
export function systemEnvironment() {
  const ports = currentPorts();
  const token = process.env.PORTOLAN_TOKEN || (runningIssuer() ? tokenFor('admin') : '');
  return {
    ...serviceUrls((key) => urlOf(ports[key])),
    ARTIFACTS_URL: urlOf(ports.artifacts),
    INTERNAL_TOKEN: internalToken(),
    ...(token ? { PORTOLAN_TOKEN: token } : {}),
  };
}

export async function loadExamples() {
  const env = systemEnvironment();
  if (authSettings().AUTH_MODE !== 'off' && !env.PORTOLAN_TOKEN) {
    say('The examples are not loaded: AUTH_MODE requires a token; set PORTOLAN_TOKEN to one of an admin');
    return;
  }
  await step('Loading the examples', async (progress) => {
    await runOrFail('loading the examples', process.execPath, [join('tools', 'load-examples.mjs')], {
      cwd: ROOT,
      env,
      onLine: progress,
    });
  });
}
