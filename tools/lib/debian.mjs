/** Debian packages: installed on this machine without their services, or in a suite in a git-ignored folder. */
import fs from 'node:fs';
import { join } from 'node:path';
import { findProgram, run, runOrFail } from './commands.mjs';
import { Failure, indented, step } from './console.mjs';
import { withLock } from './lock.mjs';
import { HOME } from './settings.mjs';

const POLICY = '/usr/sbin/policy-rc.d';
const POLICY_ASIDE = '/usr/sbin/policy-rc.d.before-portolan';
const FORBID = '#!/bin/sh\n# Written by Portolan while it installs packages.\nexit 101\n';
const OPTIONS = '-y -q --no-install-recommends -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0'.split(' ');
const ENVIRONMENT = { DEBIAN_FRONTEND: 'noninteractive', NEEDRESTART_MODE: 'l', LC_ALL: 'C.UTF-8' };

export const canInstall = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && findProgram('apt-get') !== null;

/** A policy-rc.d of 101 forbids maintainer scripts to start services. @returns a function that restores the former policy */
function forbidServiceStarts() {
  const isTheirs = fs.existsSync(POLICY) && fs.readFileSync(POLICY, 'utf8') !== FORBID;
  if (isTheirs) fs.renameSync(POLICY, POLICY_ASIDE);
  fs.writeFileSync(POLICY, FORBID);
  fs.chmodSync(POLICY, 0o755);
  const restore = () => {
    if (fs.existsSync(POLICY_ASIDE)) fs.renameSync(POLICY_ASIDE, POLICY);
    else fs.rmSync(POLICY, { force: true });
  };
  process.once('exit', restore);
  return () => {
    process.removeListener('exit', restore);
    restore();
  };
}

const LISTS = '/var/lib/apt/lists';
const hasPackageLists = () =>
  fs.existsSync(LISTS) && fs.readdirSync(LISTS).some((name) => name.includes('_Packages'));

const aptGet = (args, onLine) =>
  run('apt-get', [...args, ...OPTIONS], { env: ENVIRONMENT, onLine, patient: true });

/** Disables the services of installed packages, which would start at the next boot: the project uses private servers. */
async function disableServices(services) {
  if (!fs.existsSync('/run/systemd/system')) return;
  for (const service of services) await run('systemctl', ['disable', '--quiet', service]);
}

/** Returns the first group whose packages are all known to this distribution; else the last group. */
async function firstKnown(groups) {
  for (const group of groups) {
    const { code } = await run('apt-cache', ['show', '--no-all-versions', ...group], { env: ENVIRONMENT });
    if (code === 0) return group;
  }
  return groups.at(-1);
}

/** Installs the first known of `groups`. @param services system services of the packages, which must stay off */
export async function install(groups, { services = [], onProgress = () => {} } = {}) {
  const restore = forbidServiceStarts();
  try {
    let packages;
    let result = { code: 1 };
    // Refreshes package lists when there are none, or when the first attempt fails because they are old.
    for (const refresh of hasPackageLists() ? [false, true] : [true]) {
      if (result.code === 0) break;
      if (refresh) await aptGet(['update'], onProgress);
      packages = await firstKnown(groups);
      result = await aptGet(['install', ...packages], onProgress);
    }
    if (result.code !== 0) {
      const why = result.tail.filter((line) => /^(E:|Err|W:)/.test(line));
      const lines = indented(why.length ? why : result.tail, 6);
      throw new Failure(`apt-get could not install ${packages.join(' ')}:\n${lines}`);
    }
    await disableServices(services);
  } finally {
    restore();
  }
}

/**
 * Installs the first known of `groups` unless all `programs` exist; two attempts, because a mirror may be unavailable. @throws
 * Failure
 */
export async function needPrograms(who, programs, groups) {
  const missing = () => programs.filter((name) => !findProgram(name));
  const check = (what) => {
    if (missing().length > 0) throw new Failure(`${who} needs ${missing().join(', ')}${what}`);
  };
  if (missing().length === 0) return;
  if (!canInstall()) check(': install them; this command can do so only as root with apt-get');
  await step(`Installing ${groups[0].join(' and ')} with apt-get`, (onProgress) => {
    const attempt = () => install(groups, { onProgress });
    return attempt().catch(attempt);
  });
  check(', which the installed packages do not have');
}

export function distribution() {
  const release = fs.existsSync('/etc/os-release') ? fs.readFileSync('/etc/os-release', 'utf8') : '';
  return /^PRETTY_NAME="?([^"\n]+)/m.exec(release)?.[1] ?? process.platform;
}

const CURRENT = 'sid';
const rootOf = (suite) => join(HOME, 'debian', suite);
/** Marks a complete unpacking; a folder without this file was interrupted. */
const markOf = (suite) => join(rootOf(suite), '.portolan-complete');
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const SUITE_ENVIRONMENT = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8', PATH };

/** Returns program and arguments that run `argv` in a folder with a Debian: its own /proc, this machine's network, the same pid. */
export function inRoot(root, argv) {
  const script = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"';
  return ['unshare', ['--mount', '--propagation', 'private', 'sh', '-c', script, root, ...argv]];
}

/** The same in a suite. */
export const inSuite = (argv, suite = CURRENT) => inRoot(rootOf(suite), argv);

const runInside = (suite, argv, onLine) => {
  const [program, args] = inSuite(argv, suite);
  return run(program, args, { env: SUITE_ENVIRONMENT, onLine, patient: true });
};

async function unpack(suite, onProgress) {
  const root = rootOf(suite);
  if (fs.existsSync(markOf(suite))) return;
  fs.rmSync(root, { recursive: true, force: true });
  fs.mkdirSync(root, { recursive: true });
  const args = ['--variant=minbase', suite, root];
  const options = { env: SUITE_ENVIRONMENT, onLine: onProgress, patient: true };
  await runOrFail(`unpacking Debian ${suite}`, findProgram('debootstrap'), args, options);
  fs.writeFileSync(join(root, 'usr', 'sbin', 'policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  fs.writeFileSync(markOf(suite), `${suite}\n`);
}

async function missingPackages(suite, packages) {
  if (packages.length === 0) return [];
  const { tail } = await runInside(suite, ['dpkg-query', '-W', '-f', '${Package} ${Status}\\n', ...packages]);
  return packages.filter((name) => !tail.includes(`${name} install ok installed`));
}

async function addPackages(suite, packages, onProgress) {
  const missing = await missingPackages(suite, packages);
  if (missing.length === 0) return;
  // A mirror may be stale for longer than its lists are valid; signatures are still checked.
  const options = ['-y', '-q', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0'];
  const update = ['apt-get', 'update', '-q', '-o', 'Acquire::Check-Valid-Until=false'];
  for (const argv of [update, ['apt-get', 'install', ...options, ...missing]]) {
    const { code, tail } = await runInside(suite, argv, onProgress);
    if (code !== 0)
      throw new Failure(`${argv.slice(0, 2).join(' ')} ended with ${code}: ${tail.slice(-5).join(' | ')}`);
  }
  const still = await missingPackages(suite, packages);
  if (still.length > 0) throw new Failure(`these packages did not install: ${still.join(' ')}`);
}

/**
 * Unpacks a suite with Debian `packages` unless it exists; two attempts. @param name of the user of the suite @returns its root
 * folder
 */
export function debianSuite({ name, packages = [], suite = CURRENT }) {
  const attempt = async (progress) => {
    await unpack(suite, progress);
    await addPackages(suite, packages, progress);
  };
  const prepare = async (progress) => {
    if (process.platform !== 'linux' || process.getuid?.() !== 0)
      throw new Failure(`${name} needs root on Linux: it unpacks a Debian suite with debootstrap`);
    await needPrograms(name, ['debootstrap'], [['debootstrap']]);
    try {
      await attempt(progress).catch((error) => {
        progress(`once more, after: ${error.message}`);
        fs.rmSync(rootOf(suite), { recursive: true, force: true });
        return attempt(progress);
      });
    } catch ({ message }) {
      throw new Failure(`${name} cannot be prepared: ${message}`);
    }
    return rootOf(suite);
  };
  const title = `${name}: Debian ${suite}${packages.length > 0 ? ` with ${packages.join(', ')}` : ''}`;
  return withLock('debian-suite', () => step(title, prepare));
}
