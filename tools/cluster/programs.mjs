/** The programs of a Kubernetes cluster: Kubernetes' own are compiled from the Go module in this folder, once per version. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram, runOrFail } from '../lib/commands.mjs';
import { withLock } from '../lib/lock.mjs';
import { ROOT } from '../lib/settings.mjs';

const MODULE = join(ROOT, 'tools', 'cluster', 'kubernetes');
const BUILD_LIMIT_MS = 3_600_000;
const KEPT_DAYS = 30;

/** The folder of built programs, outside of the checkout, so that a new checkout finds them. */
const cacheFolder = () =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'portolan', 'kubernetes');

/** The Go compiler, or `null`. */
export const findGo = () =>
  findProgram('go') ?? (existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : null);

const required = () =>
  /^\s*(?:require )?k8s\.io\/kubernetes (v\S+)$/m.exec(readFileSync(join(MODULE, 'go.mod'), 'utf8'))[1];

/** The folder of this version's programs. @param goVersion the output of `go version` */
function programsFolder(goVersion) {
  const hash = createHash('sha256').update(goVersion);
  const sources = readdirSync(join(MODULE, 'cmd')).map((name) => join('cmd', name, 'main.go'));
  for (const file of ['go.mod', 'go.sum', ...sources.sort()]) hash.update(readFileSync(join(MODULE, file)));
  return join(cacheFolder(), hash.digest('hex').slice(0, 16));
}

/** Linker flags that set the version of the programs; without them it is v0.0.0. */
function linkerFlags(version) {
  const [major, minor] = version.slice(1).split('.');
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor };
  const set = ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`;
  return ['-s', '-w', ...Object.entries(values).map(set)].join(' ');
}

/** Builds Kubernetes' programs unless cached: nine minutes of processor time, at low priority. @returns their folder */
export const buildKubernetes = (onProgress = () => {}) =>
  withLock('kubernetes', () => build(onProgress), { timeoutMs: BUILD_LIMIT_MS });

async function build(onProgress) {
  const go = findGo();
  const folder = programsFolder((await runOrFail('asking Go for its version', go, ['version'])).join('\n'));
  if (existsSync(folder)) return folder;
  const part = `${folder}.${randomBytes(4).toString('hex')}`;
  mkdirSync(part, { recursive: true });
  const flags = ['-trimpath', '-buildvcs=false', '-tags', 'grpcnotrace', '-ldflags', linkerFlags(required())];
  const args = ['-n', '10', go, 'build', ...flags, '-o', part, './cmd/...'];
  const env = { CGO_ENABLED: '0', GOFLAGS: '-mod=readonly' };
  try {
    await runOrFail('building Kubernetes', 'nice', args, { cwd: MODULE, env, onLine: onProgress });
    // Another checkout may have built the programs concurrently.
    if (!existsSync(folder)) renameSync(part, folder);
  } finally {
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
