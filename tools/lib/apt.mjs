/** Installs packages on Debian and Ubuntu without letting their system services start. */
import { chmodSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { findProgram, run } from './commands.mjs';
import { Failure } from './console.mjs';

const POLICY = '/usr/sbin/policy-rc.d';
const POLICY_ASIDE = '/usr/sbin/policy-rc.d.before-portolan';
const FORBID = '#!/bin/sh\n# Written by Portolan while it installs packages.\nexit 101\n';
const OPTIONS = [
  '-y',
  '-q',
  '--no-install-recommends',
  '-o',
  'DPkg::Lock::Timeout=300',
  '-o',
  'Dpkg::Use-Pty=0',
];
const ENVIRONMENT = { DEBIAN_FRONTEND: 'noninteractive', NEEDRESTART_MODE: 'l', LC_ALL: 'C.UTF-8' };

/** Whether apt-get can install packages here and now. */
export function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && findProgram('apt-get') !== null;
}

/** A policy-rc.d of 101 forbids maintainer scripts to start services; what was there before is put back. */
function forbidServiceStarts() {
  const isTheirs = existsSync(POLICY) && readFileSync(POLICY, 'utf8') !== FORBID;
  if (isTheirs) renameSync(POLICY, POLICY_ASIDE);
  writeFileSync(POLICY, FORBID);
  chmodSync(POLICY, 0o755);
  const restore = () => {
    if (existsSync(POLICY_ASIDE)) renameSync(POLICY_ASIDE, POLICY);
    else rmSync(POLICY, { force: true });
  };
  process.once('exit', restore);
  return () => {
    process.removeListener('exit', restore);
    restore();
  };
}

function hasPackageLists() {
  try {
    return readdirSync('/var/lib/apt/lists').some((name) => name.includes('_Packages'));
  } catch {
    return false;
  }
}

const aptGet = (args, onLine) =>
  run('apt-get', [...args, ...OPTIONS], { env: ENVIRONMENT, onLine, patient: true });

/** Services that come with a package would start at the next boot; ours are private, so they are switched off. */
async function disableServices(services) {
  if (!existsSync('/run/systemd/system')) return;
  for (const service of services) await run('systemctl', ['disable', '--quiet', service]);
}

/** The first group of packages that this distribution knows as a whole; the last one when it knows none. */
async function firstKnown(groups) {
  for (const group of groups) {
    const { code } = await run('apt-cache', ['show', '--no-all-versions', ...group], { env: ENVIRONMENT });
    if (code === 0) return group;
  }
  return groups.at(-1);
}

/**
 * Installs the first of `groups` that the distribution knows. Refreshes the package lists when there are none, or when
 * the first try fails because they are old.
 * @param services system services that the packages bring and that must stay off
 */
export async function install(groups, { services = [], onProgress = () => {} } = {}) {
  const restore = forbidServiceStarts();
  try {
    const fresh = !hasPackageLists();
    if (fresh) await aptGet(['update'], onProgress);
    let packages = await firstKnown(groups);
    let result = await aptGet(['install', ...packages], onProgress);
    if (result.code !== 0 && !fresh) {
      onProgress('refreshing the package lists');
      await aptGet(['update'], onProgress);
      packages = await firstKnown(groups);
      result = await aptGet(['install', ...packages], onProgress);
    }
    if (result.code !== 0) {
      const why = result.tail.filter((line) => /^(E:|Err|W:)/.test(line)).slice(-6);
      const lines = (why.length ? why : result.tail.slice(-6)).map((line) => `    ${line}`);
      throw new Failure(`apt-get could not install ${packages.join(' ')}:\n${lines.join('\n')}`);
    }
    await disableServices(services);
  } finally {
    restore();
  }
}

/** The name of the distribution, for messages. */
export function distribution() {
  try {
    return /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform;
  } catch {
    return process.platform;
  }
}
