/**
 * The lane `containers`: builds the images of docker/Dockerfile with buildah, on a base image of a Debian suite. Images of a commit are
 * kept, and serve the next lane that needs them.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { needPrograms, debianSuite } from '../lib/debian.mjs';
import { findProgram, run, runOrFail } from '../lib/commands.mjs';
import { step } from '../lib/console.mjs';
import { CONSOLE } from '../lib/services.mjs';
import { nodeRelease } from '../lib/releases.mjs';
import { HOME, ROOT, SERVICES } from '../lib/settings.mjs';

const STORE = join(HOME, 'containers');
/** Names the commit that the images in the store were built from. */
const BUILT_FROM = join(STORE, 'built-from');
const BASE = 'localhost/portolan-base';
const IMAGE_NODE = Number(
  /^ARG BASE=node:(\d+)/m.exec(readFileSync(join(ROOT, 'docker', 'Dockerfile'), 'utf8'))[1],
);
let storage = [];

const buildah = (what, ...args) => runOrFail(what, 'buildah', [...storage, ...args], { cwd: ROOT });

/** Overlay layers are fast and small; a kernel without them needs a whole copy of each layer. */
async function chooseStorage() {
  const [lower, upper, work, merged] = ['lower', 'upper', 'work', 'merged'].map((name) =>
    join(STORE, 'probe', name),
  );
  for (const folder of [lower, upper, work, merged]) mkdirSync(folder, { recursive: true });
  const mount = `mount -t overlay overlay -o lowerdir=${lower},upperdir=${upper},workdir=${work} ${merged}`;
  const { code } = await run('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', mount]);
  const driver = code === 0 ? 'overlay' : 'vfs';
  storage = ['--root', join(STORE, 'root'), '--runroot', join(STORE, 'run'), '--storage-driver', driver];
}

const npmFolder = () => dirname(dirname(process.env.npm_execpath ?? realpathSync(findProgram('npm'))));

/** Debian, Node.js and npm as the base image of Dockerfiles, with the certificate authorities of this machine. */
async function makeBase(suiteRoot) {
  const [container] = (await buildah('making the base image', 'from', 'scratch')).slice(-1);
  const copy = (from, to) => buildah('filling the base image', 'copy', '-q', container, from, to);
  const stage = join(STORE, 'base');
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(join(stage, 'usr', 'local', 'bin'), { recursive: true });
  cpSync((await nodeRelease(IMAGE_NODE)).node, join(stage, 'usr', 'local', 'bin', 'node'));
  cpSync(npmFolder(), join(stage, 'usr', 'local', 'lib', 'node_modules', 'npm'), { recursive: true });
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (authorities && existsSync(authorities)) cpSync(authorities, join(stage, 'etc', 'authorities.pem'));
  await copy(suiteRoot, '/');
  await copy(stage, '/');
  const bin = '/usr/local/bin';
  for (const name of ['npm', 'npx']) {
    const link = ['ln', '-s', `../lib/node_modules/npm/bin/${name}-cli.js`, `${bin}/${name}`];
    await buildah('filling the base image', 'run', '--isolation=chroot', container, '--', ...link);
  }
  const environment = [`PATH=${bin}:/usr/bin:/bin`];
  if (authorities) environment.push('NODE_EXTRA_CA_CERTS=/etc/authorities.pem');
  const settings = environment.flatMap((setting) => ['--env', setting]);
  await buildah('describing the base image', 'config', ...settings, container);
  await buildah('storing the base image', 'commit', '-q', '--rm', container, BASE);
}

async function build(target, onLine) {
  const args = [
    // Docker's format keeps the health check; npm opens more files at once than the usual limit of 1,024.
    ...['bud', '--layers', '--format=docker', '--isolation=chroot', '--ulimit=nofile=16384:16384'],
    ...['--build-arg', `BASE=${BASE}`, '--target', target, '-t', `localhost/portolan/${target}`],
    ...['-f', 'docker/Dockerfile', '.'],
  ];
  await runOrFail(`building the image ${target}`, 'buildah', [...storage, ...args], { cwd: ROOT, onLine });
}

/** Removes the images and containers; an interrupted build leaves their layers mounted. */
async function removeStore() {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${STORE}/`));
  for (const path of mounts.reverse()) await run('umount', [path]);
  rmSync(STORE, { recursive: true, force: true });
}

/** Returns the commit that is checked out; undefined while files differ from it. */
async function exactCommit() {
  const changes = await runOrFail('asking for changed files', 'git', ['status', '--porcelain'], {
    cwd: ROOT,
  });
  if (changes.some((line) => line.trim() !== '')) return undefined;
  return (await runOrFail('asking for the commit', 'git', ['rev-parse', 'HEAD'], { cwd: ROOT })).at(-1);
}

async function buildAll(suite) {
  await removeStore();
  mkdirSync(STORE, { recursive: true });
  await chooseStorage();
  await step('Base image', () => makeBase(suite));
  for (const { app } of [...SERVICES, CONSOLE])
    await step(`Image ${app}`, (progress) => build(app, progress));
}

export async function prepare() {
  await needPrograms('the lane containers', ['buildah'], [['buildah']]);
  const suite = await debianSuite({ name: 'the containers lane', suite: 'bookworm' });
  const commit = await exactCommit();
  if (commit !== undefined && existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, 'utf8') === commit)
    await chooseStorage();
  else
    try {
      await buildAll(suite);
      if (commit !== undefined) writeFileSync(BUILT_FROM, commit);
    } catch (error) {
      await removeStore();
      throw error;
    }
  const stop = commit === undefined ? removeStore : () => {};
  return { env: { PORTOLAN_BUILDAH: JSON.stringify(['buildah', ...storage]) }, stop };
}
