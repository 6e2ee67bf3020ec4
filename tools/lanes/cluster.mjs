/** The lane `cluster`: a real Kubernetes, compiled from its Go modules, with the images of the lane `containers`. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cgroupHierarchies } from '../cluster/machine.mjs';
import { buildKubernetes, findGo } from '../cluster/programs.mjs';
import { PAUSE_IMAGE } from '../cluster/settings.mjs';
import * as apt from '../lib/debian.mjs';
import { findProgram, run, runOrFail } from '../lib/commands.mjs';
import { step } from '../lib/console.mjs';
import { HOME, ROOT, SERVICES } from '../lib/settings.mjs';
import { prepare as buildImages } from './containers.mjs';

const ARCHIVES = join(HOME, 'cluster-images');
const PROGRAMS = {
  etcd: 'etcd-server',
  containerd: 'containerd',
  runc: 'runc',
  iptables: 'iptables',
  conntrack: 'conntrack',
  ip: 'iproute2',
  busybox: 'busybox-static',
  mariadbd: 'mariadb-server',
  'redis-server': 'redis-server',
  nsenter: 'util-linux',
};
const NAMESPACES = ['--pid', '--fork', '--mount', '--net', '--uts', '--ipc', '--cgroup'];
const BRIDGE = 'ip link add probe0 type bridge && iptables -t nat -L -n';

const missing = () => [
  ...Object.keys(PROGRAMS).flatMap((name) => (findProgram(name) ? [] : [PROGRAMS[name]])),
  ...(existsSync('/usr/lib/cni/bridge') ? [] : ['containernetworking-plugins']),
];

async function hindrance() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux';
  if (!findGo()) return 'it needs Go, with which Kubernetes is compiled';
  if (cgroupHierarchies().length === 0) return 'it needs control groups of version 1';
  if (missing().length > 0) {
    if (!apt.canInstall()) return `it needs ${missing().join(', ')}, which cannot be installed from here`;
    await step('Installing the programs of a cluster with apt-get', (onProgress) =>
      apt.install([missing()], { services: ['etcd', 'containerd'], onProgress }),
    );
  }
  const { code, tail } = await run('unshare', [...NAMESPACES, 'sh', '-c', BRIDGE]);
  return code === 0 ? undefined : `it needs namespaces, a bridge and iptables: ${tail.at(-1) ?? code}`;
}

/** Builds the image of the pause container, which holds a pod's namespaces and reaps its orphaned processes. */
async function makePauseImage(buildah) {
  const [container] = (await buildah('from', 'scratch')).slice(-1);
  await buildah('copy', '-q', container, findProgram('busybox'), '/busybox');
  const script = 'trap "exit 0" TERM INT; while :; do /busybox sleep 3600 & wait; done';
  await buildah('config', '--entrypoint', JSON.stringify(['/busybox', 'sh', '-c', script]), container);
  await buildah('commit', '-q', '--rm', container, PAUSE_IMAGE);
}

async function exportImages(command) {
  const [program, ...storage] = command;
  const buildah = (...args) => runOrFail('exporting images', program, [...storage, ...args], { cwd: ROOT });
  rmSync(ARCHIVES, { recursive: true, force: true });
  mkdirSync(ARCHIVES, { recursive: true });
  await makePauseImage(buildah);
  const archives = [];
  const push = async (image, name) => {
    const archive = join(ARCHIVES, `${archives.length}.tar`);
    await buildah('push', '-q', image, `docker-archive:${archive}:${name}`);
    archives.push(archive);
  };
  await push(PAUSE_IMAGE, PAUSE_IMAGE);
  for (const app of [...SERVICES.map((service) => service.app), 'console'])
    await push(`localhost/portolan/${app}`, `docker.io/portolan/${app}:development`);
  return archives;
}

export async function prepare() {
  const skip = await hindrance();
  if (skip) return { skip };
  const programs = await step('Kubernetes', (progress) => buildKubernetes(progress));
  const { env, stop } = await buildImages();
  try {
    const command = JSON.parse(env.PORTOLAN_BUILDAH);
    const images = await step('Archives of the images', () => exportImages(command));
    const snapshotter = command.includes('overlay') ? 'overlayfs' : 'native';
    return {
      env: { PORTOLAN_CLUSTER: JSON.stringify({ programs, images, snapshotter }) },
      stop: () => rmSync(ARCHIVES, { recursive: true, force: true }),
    };
  } finally {
    await stop();
  }
}
