/**
 * The lane `containers`: builds the images of docker/Dockerfile with buildah, which needs no engine, on a base image made
 * of a Debian suite and the Node.js that docker/Dockerfile names; its tests start what was built.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import * as apt from '../lib/apt.mjs';
import { findProgram, run, runOrFail } from '../lib/commands.mjs';
import { Failure, step } from '../lib/console.mjs';
import { debianSuite } from '../lib/debian-suite.mjs';
import { nodeRelease } from '../lib/node-release.mjs';
import { HOME, ROOT, SERVICES } from '../lib/settings.mjs';

const STORE = join(HOME, 'containers');
const BASE = 'localhost/portolan-base';
/** The major version in docker/Dockerfile's `BASE`. */
const IMAGE_NODE = Number(
  /^ARG BASE=node:(\d+)/m.exec(readFileSync(join(ROOT, 'docker', 'Dockerfile'), 'utf8'))[1],
);
let storage = [];

const buildah = (what, ...args) => runOrFail(what, 'buildah', [...storage, ...args], { cwd: ROOT });

/** Layers that lie over each other are quick and small; where the kernel can't do that, each is a whole copy. */
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

async function needBuildah() {
  if (findProgram('buildah')) return;
  if (!apt.canInstall())
    throw new Failure('the containers lane needs buildah, which can’t be installed from here');
  await step('Installing buildah with apt-get', (progress) =>
    apt.install([['buildah']], { onProgress: progress }),
  );
}

/** npm as a folder: beside this machine's Node.js, or where it was called from. */
function npmFolder() {
  const cli = process.env.npm_execpath ?? realpathSync(findProgram('npm'));
  return dirname(dirname(cli));
}

/** Debian, Node.js and npm, as the image that Dockerfiles start from; trusts whom this machine trusts. */
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
  for (const name of ['npm', 'npx'])
    await buildah(
      'filling the base image',
      'run',
      '--isolation=chroot',
      container,
      '--',
      'ln',
      '-s',
      `../lib/node_modules/npm/bin/${name}-cli.js`,
      `${bin}/${name}`,
    );
  const environment = authorities ? ['--env', 'NODE_EXTRA_CA_CERTS=/etc/authorities.pem'] : [];
  await buildah(
    'describing the base image',
    'config',
    '--env',
    `PATH=${bin}:/usr/bin:/bin`,
    ...environment,
    container,
  );
  await buildah('storing the base image', 'commit', '-q', '--rm', container, BASE);
}

async function build(target, progress) {
  // The format of Docker keeps the health check.
  const args = [
    'bud',
    '--layers',
    '--format=docker',
    '--isolation=chroot',
    // npm opens more files at once than the 1,024 that are usual here.
    '--ulimit=nofile=16384:16384',
    '--build-arg',
    `BASE=${BASE}`,
    '--target',
    target,
  ];
  const { code, tail } = await run(
    'buildah',
    [...storage, ...args, '-t', `localhost/portolan/${target}`, '-f', 'docker/Dockerfile', '.'],
    { cwd: ROOT, onLine: progress },
  );
  if (code !== 0)
    throw new Failure(`the image ${target} was not built:\n    ${tail.slice(-15).join('\n    ')}`);
}

/** Removes the images and containers; a build that was broken off leaves their layers mounted. */
async function removeStore() {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${STORE}/`));
  for (const path of mounts.reverse()) await run('umount', [path]);
  rmSync(STORE, { recursive: true, force: true });
}

async function buildAll(suiteRoot) {
  await step('Base image', () => makeBase(suiteRoot));
  for (const { app } of SERVICES) await step(`Image ${app}`, (progress) => build(app, progress));
}

/**
 * Builds the images.
 * @returns what the tests find in their environment: how to call buildah
 */
export async function prepare() {
  await needBuildah();
  await removeStore();
  mkdirSync(STORE, { recursive: true });
  const suite = await debianSuite({ name: 'the containers lane', suite: 'bookworm' });
  await chooseStorage();
  try {
    await buildAll(suite);
  } catch (error) {
    await removeStore();
    throw error;
  }
  return { env: { PORTOLAN_BUILDAH: JSON.stringify(['buildah', ...storage]) }, stop: removeStore };
}
