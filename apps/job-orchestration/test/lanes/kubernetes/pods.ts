import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { V1Container, V1PodSpec } from '@kubernetes/client-node';

/** The one container of a pod, as a process of this machine. */
export interface RunningPod {
  ip: string;
  process: ChildProcess;
  /** The folder of the pod's empty directories. */
  root: string;
}

/**
 * So many pods have had an address: each gets a loopback address of its own, as pods have one of theirs, in a range of this
 * process: other spec files and checkouts have pods at the same time.
 */
let addresses = 0;

/** Acts as a kubelet on a pod: resolves its environment, makes its volumes, starts its command. */
export async function runPod(
  spec: V1PodSpec,
  secrets: Record<string, Record<string, string>>,
): Promise<RunningPod> {
  const [container] = spec.containers;
  if (!container) throw new Error('a pod without a container');
  const root = await mkdtemp(join(tmpdir(), 'portolan-pod-'));
  addresses += 1;
  const ip = `127.${1 + (process.pid % 250)}.${Math.floor(process.pid / 250) % 250}.${(addresses % 250) + 1}`;
  const mounts = await makeVolumes(container, root);
  const env = Object.fromEntries(
    Object.entries(environmentOf(container, ip, secrets)).map(([name, value]) => [
      name,
      mapped(value, mounts),
    ]),
  );
  const [program = '', ...args] = container.command ?? [];
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Variables of the image; all others come from the pod.
    env: { PATH: process.env.PATH, HOME: root, ...env },
  });
  return { ip, process: child, root };
}

/** Ends a pod as a kubelet does: TERM, then KILL for all processes of the container. */
export async function endPod(pod: RunningPod, graceMs: number): Promise<void> {
  if (isRunning(pod.process)) {
    const exited = once(pod.process, 'exit');
    pod.process.kill('SIGTERM');
    const timer = setTimeout(() => pod.process.kill('SIGKILL'), graceMs);
    await exited;
    clearTimeout(timer);
  }
  await killRest(pod.root);
}

/** Kills all processes of the container at once, like the loss of its machine. */
export async function killPod(pod: RunningPod): Promise<void> {
  if (isRunning(pod.process)) {
    const exited = once(pod.process, 'exit');
    pod.process.kill('SIGKILL');
    await exited;
  }
  await killRest(pod.root);
}

export async function removePod(pod: RunningPod): Promise<void> {
  await killPod(pod);
  await rm(pod.root, { recursive: true, force: true, maxRetries: 5 });
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

async function makeVolumes(container: V1Container, root: string): Promise<Map<string, string>> {
  const mounts = new Map<string, string>();
  for (const { name, mountPath } of container.volumeMounts ?? []) {
    const folder = join(root, name);
    await mkdir(folder, { recursive: true });
    mounts.set(mountPath, folder);
  }
  return mounts;
}

/** Without separate mounts a process sees the real path of the volume. */
const mapped = (value: string, mounts: ReadonlyMap<string, string>): string =>
  [...mounts].find(([path]) => value === path || value.startsWith(`${path}/`))
    ? [...mounts].reduce((text, [path, folder]) => text.replace(path, folder), value)
    : value;

function environmentOf(
  container: V1Container,
  ip: string,
  secrets: Record<string, Record<string, string>>,
): Record<string, string> {
  const shared = (container.envFrom ?? []).flatMap(({ secretRef }) => {
    const secret = secrets[secretRef?.name ?? ''];
    if (!secret) throw new Error(`secret "${secretRef?.name ?? ''}" not found`);
    return Object.entries(secret);
  });
  const own = (container.env ?? []).map(({ name, value, valueFrom }): [string, string] => {
    if (value !== undefined) return [name, value];
    if (valueFrom?.fieldRef?.fieldPath === 'status.podIP') return [name, ip];
    throw new Error(`no value for ${name}`);
  });
  return Object.fromEntries([...shared, ...own]);
}

/** Processes of a launch have their own process groups; in a container they still end with the node. */
async function killRest(root: string): Promise<void> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '');
    if (
      !environment
        .split('\0')
        .some((entry) => /^(NODE_WORK_DIR|PORTOLAN_NODE_DIR)=/.test(entry) && entry.includes(root))
    )
      continue;
    try {
      process.kill(Number(name), 'SIGKILL');
    } catch {
      // The process has just ended.
    }
  }
}
