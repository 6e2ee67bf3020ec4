/**
 * The programs of a Kubernetes cluster: its own are compiled from the Go module beside this, once for each version; the others
 * are packages of Debian.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { findProgram, run } from '../lib/commands.mjs';
import { Failure } from '../lib/console.mjs';
import { withLock } from '../lib/lock.mjs';
import { ROOT } from '../lib/settings.mjs';

const MODULE = join(ROOT, 'tools', 'cluster', 'kubernetes');
/** Two busy processors need so long at the most, ms. */
const BUILD_LIMIT_MS = 3_600_000;
/** Builds of other versions are kept for so long. */
const KEPT_DAYS = 30;

/** Where built programs stand: outside of the checkout, so that a fresh one finds them. */
const cacheFolder = () =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'portolan', 'kubernetes');

/** The Go compiler, or `null`. */
export const findGo = () =>
  findProgram('go') ?? (existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : null);

const required = () =>
  /^\s*(?:require )?k8s\.io\/kubernetes (v\S+)$/m.exec(readFileSync(join(MODULE, 'go.mod'), 'utf8'))[1];

/** Where the programs stand when they are built. @param goVersion what `go version` says */
export function programsFolder(goVersion) {
  const hash = createHash('sha256').update(goVersion);
  const sources = readdirSync(join(MODULE, 'cmd')).map((name) => join('cmd', name, 'main.go'));
  for (const file of ['go.mod', 'go.sum', ...sources.sort()]) hash.update(readFileSync(join(MODULE, file)));
  return join(cacheFolder(), hash.digest('hex').slice(0, 16));
}

/** Flags without which the programs take themselves for v0.0.0. */
function linkerFlags(version) {
  const [major, minor] = version.slice(1).split('.');
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor };
  const set = Object.entries(values).map(
    ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
  );
  return ['-s', '-w', ...set].join(' ');
}

/**
 * Builds Kubernetes' programs unless they are in the cache: about nine minutes of processor time, at low priority. Waits for
 * another command of this checkout that builds them.
 * @param onProgress gets each line that the compiler prints
 * @returns the folder of the programs
 */
export const buildKubernetes = (onProgress = () => {}) =>
  withLock('kubernetes', () => build(onProgress), { timeoutMs: BUILD_LIMIT_MS });

async function build(onProgress) {
  const go = findGo();
  const { tail } = await run(go, ['version']);
  const folder = programsFolder(tail.join('\n'));
  if (existsSync(folder)) return folder;
  const part = `${folder}.${randomBytes(4).toString('hex')}`;
  mkdirSync(part, { recursive: true });
  const flags = ['-trimpath', '-buildvcs=false', '-tags', 'grpcnotrace', '-ldflags', linkerFlags(required())];
  const { code, tail: said } = await run(
    'nice',
    ['-n', '10', go, 'build', ...flags, '-o', part, './cmd/...'],
    {
      cwd: MODULE,
      env: { CGO_ENABLED: '0', GOFLAGS: '-mod=readonly' },
      onLine: onProgress,
    },
  );
  if (code !== 0) {
    rmSync(part, { recursive: true, force: true });
    throw new Failure(`Kubernetes was not built:\n    ${said.slice(-15).join('\n    ')}`);
  }
  try {
    renameSync(part, folder);
  } catch {
    // Another run was faster.
    rmSync(part, { recursive: true, force: true });
  }
  removeOldBuilds(folder);
  return folder;
}

function removeOldBuilds(current) {
  const limit = Date.now() - KEPT_DAYS * 86_400_000;
  for (const name of readdirSync(cacheFolder())) {
    const folder = join(cacheFolder(), name);
    if (folder !== current && statSync(folder).mtimeMs < limit)
      rmSync(folder, { recursive: true, force: true });
  }
}
