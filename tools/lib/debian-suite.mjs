/**
 * A current Debian suite unpacked into a git-ignored folder, for programs that this machine's own suite lacks or has too
 * old: a newer MySQL, an emulator of a cloud's API. Nothing of it is installed on the machine itself.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import * as apt from './apt.mjs';
import { findProgram, run, runOrFail } from './commands.mjs';
import { Failure, step } from './console.mjs';
import { withLock } from './lock.mjs';
import { HOME } from './settings.mjs';

/** The suite of the newest programs. */
const CURRENT = 'sid';
const rootOf = (suite) => join(HOME, 'debian', suite);
/** Written after a complete unpacking; a folder without it is the remains of an interrupted one. */
const markOf = (suite) => join(rootOf(suite), '.portolan-complete');
const ENVIRONMENT = {
  DEBIAN_FRONTEND: 'noninteractive',
  LC_ALL: 'C.UTF-8',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
};

/**
 * The command that runs `argv` inside the suite: with its own /proc, mounted in a namespace that ends with the process,
 * so that no mount is ever left in the folder. The process keeps its pid and shares the machine's network.
 * @param suite one that `debianSuite` has unpacked
 * @returns program and arguments, for any way of starting a process
 */
export function inSuite(argv, suite = CURRENT) {
  const script = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"';
  return ['unshare', ['--mount', '--propagation', 'private', 'sh', '-c', script, rootOf(suite), ...argv]];
}

const runInside = (suite, argv, onLine) => {
  const [program, args] = inSuite(argv, suite);
  return run(program, args, { env: ENVIRONMENT, onLine, patient: true });
};

async function unpack(suite, onProgress) {
  const root = rootOf(suite);
  if (existsSync(markOf(suite))) return;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const args = ['--variant=minbase', suite, root];
  await runOrFail(`unpacking Debian ${suite}`, findProgram('debootstrap'), args, {
    env: ENVIRONMENT,
    onLine: onProgress,
    patient: true,
  });
  const policy = join(root, 'usr', 'sbin', 'policy-rc.d');
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  writeFileSync(markOf(suite), `${suite}\n`);
}

async function missingPackages(suite, packages) {
  if (packages.length === 0) return [];
  const { tail } = await runInside(suite, ['dpkg-query', '-W', '-f', '${Package} ${Status}\\n', ...packages]);
  return packages.filter((name) => !tail.includes(`${name} install ok installed`));
}

async function addPackages(suite, packages, onProgress) {
  const missing = await missingPackages(suite, packages);
  if (missing.length === 0) return;
  // A mirror may stand still for longer than its lists are valid; their signatures are still checked.
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

async function needRoot(name) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Failure(`${name} needs root on Linux: it unpacks a Debian suite with debootstrap`);
  if (findProgram('debootstrap')) return;
  if (!apt.canInstall()) throw new Failure(`${name} needs debootstrap, which can't be installed from here`);
  await apt.install([['debootstrap']]);
}

/**
 * Makes sure that the suite is unpacked and has `packages`. A try that fails (a mirror in the middle of an update) is
 * followed by one more from the beginning; then it fails with `name` in its message.
 * @param name what needs it, for messages
 * @param packages names of Debian packages
 * @param suite name of a Debian suite
 * @returns the suite's root folder
 */
export function debianSuite({ name, packages = [], suite = CURRENT }) {
  return withLock('debian-suite', () =>
    step(
      `${name}: Debian ${suite}${packages.length > 0 ? ` with ${packages.join(', ')}` : ''}`,
      async (progress) => {
        await needRoot(name);
        try {
          await unpack(suite, progress);
          await addPackages(suite, packages, progress);
        } catch (first) {
          progress(`once more, after: ${first.message}`);
          rmSync(rootOf(suite), { recursive: true, force: true });
          try {
            await unpack(suite, progress);
            await addPackages(suite, packages, progress);
          } catch (second) {
            throw new Failure(`${name} can't be prepared: ${second.message}`);
          }
        }
        return rootOf(suite);
      },
    ),
  );
}
