/** A real Kubernetes cluster with one node, in a machine of its own. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { Failure, step } from '../lib/console.mjs';
import { ROOT } from '../lib/settings.mjs';
import { ADDRESS, Machine, NAME, until } from './machine.mjs';
import {
  CONTAINERD_SOCKET,
  SERVICES_RANGE,
  containerdConfig,
  kubeconfig,
  kubeletConfig,
  networkConfig,
  proxyConfig,
} from './settings.mjs';

/** A machine that is busy with other things needs minutes. */
const START_LIMIT_MS = 300_000;
const LOOK_MS = 500;

/** The cluster: `kubectl`, requests to its services, and the machine below. */
export class Cluster {
  machine = new Machine();
  #programs;
  #forwarded = new Map();

  /** @param programs folder of Kubernetes' programs */
  constructor(programs) {
    this.#programs = programs;
  }

  /** Starts everything up to a node that is ready. @param images archives of images; `snapshotter` of containerd */
  async start({ images, snapshotter }) {
    const { machine } = this;
    await step('The machine of the cluster', () => machine.boot());
    this.#writeFiles(snapshotter);
    await step('etcd, containerd, the API server', () => this.#startServers());
    await step('Images', () => this.#load(images));
    await step('The node of the cluster', () => this.#startNode());
  }

  /** Runs kubectl. @returns what it printed @throws Failure when it fails */
  async kubectl(args, input) {
    const { code, stdout, stderr } = await this.tryKubectl(args, input);
    if (code !== 0) throw new Failure(`kubectl ${args.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  tryKubectl(args, input) {
    const file = join(this.#programs, 'kubectl');
    return this.machine.run([file, '--kubeconfig', this.#file('kubeconfig'), ...args], { input });
  }

  /** An object or a list as `kubectl get -o json` has it. */
  async get(...args) {
    return JSON.parse(await this.kubectl(['get', '-o', 'json', '-n', 'portolan', ...args]));
  }

  /** Sends a request to a service of the namespace portolan. @returns status, and the body as text and parsed */
  async call(service, method, path, body) {
    const socketPath = await this.#forward(service);
    // A forwarded connection that the service closes may lose the end of an answer: this side closes it.
    const headers = {
      connection: 'keep-alive',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return new Promise((resolve, reject) => {
      const sent = request({ socketPath, method, path, headers, timeout: 30_000, agent: false }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part) => (text += part));
        answer.on('error', reject);
        answer.on('end', () => {
          answer.socket?.destroy();
          resolve({ status: answer.statusCode, headers: answer.headers, text, body: parsed(text) });
        });
      });
      sent.on('error', reject).on('timeout', () => sent.destroy(new Error('no answer in 30 s')));
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  async end() {
    await this.machine.end();
  }

  #file(name) {
    return join(this.machine.folder, name);
  }

  #writeFiles(snapshotter) {
    const { folder } = this.machine;
    const token = randomBytes(16).toString('hex');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const write = (name, content) =>
      writeFileSync(this.#file(name), typeof content === 'string' ? content : JSON.stringify(content), {
        mode: 0o600,
      });
    mkdirSync(this.#file('cni'));
    write('tokens.csv', `${token},admin,admin,system:masters\n`);
    write('accounts.key', privateKey.export({ type: 'pkcs8', format: 'pem' }));
    write('kubeconfig', kubeconfig(token));
    write('containerd.toml', containerdConfig(folder, snapshotter));
    write('cni/pods.conflist', networkConfig());
    write('kubelet.json', kubeletConfig(folder));
    write('proxy.json', proxyConfig(this.#file('kubeconfig')));
  }

  #startProgram(name, args) {
    return this.machine.start(name, [join(this.#programs, name), ...args]);
  }

  async #startServers() {
    const { machine } = this;
    const etcd = `http://127.0.0.1:2379`;
    machine.start('etcd', [
      'etcd',
      `--data-dir=${this.#file('etcd')}`,
      '--unsafe-no-fsync',
      `--listen-client-urls=${etcd}`,
      `--advertise-client-urls=${etcd}`,
      '--listen-peer-urls=http://127.0.0.1:2380',
      '--log-level=error',
    ]);
    machine.start('containerd', [
      'containerd',
      '--config',
      this.#file('containerd.toml'),
      '--log-level',
      'warn',
    ]);
    const apiServer = this.#startProgram('kube-apiserver', [
      `--etcd-servers=${etcd}`,
      `--advertise-address=${ADDRESS}`,
      '--secure-port=6443',
      `--cert-dir=${this.#file('certificates')}`,
      `--token-auth-file=${this.#file('tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--allow-privileged=true',
      `--service-cluster-ip-range=${SERVICES_RANGE}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${this.#file('accounts.key')}`,
      `--service-account-signing-key-file=${this.#file('accounts.key')}`,
      // By its name the API server would not find the node.
      '--kubelet-preferred-address-types=InternalIP',
    ]);
    const ready = async () => {
      if (apiServer.exitCode !== null)
        throw new Failure(`the API server ended:\n${machine.logOf('kube-apiserver')}`);
      return (await this.tryKubectl(['get', '--raw', '/readyz'])).code === 0;
    };
    await until(
      () => `the API server (${machine.logOf('kube-apiserver', 3)})`,
      ready,
      START_LIMIT_MS,
      LOOK_MS,
    );
    const own = [`--kubeconfig=${this.#file('kubeconfig')}`, '--leader-elect=false'];
    this.#startProgram('kube-controller-manager', [
      ...own,
      `--service-account-private-key-file=${this.#file('accounts.key')}`,
      `--root-ca-file=${this.#file('certificates/apiserver.crt')}`,
      '--use-service-account-credentials=true',
    ]);
    this.#startProgram('kube-scheduler', own);
  }

  async #load(images) {
    for (const archive of images) {
      const argv = ['ctr', '-a', CONTAINERD_SOCKET, '-n', 'k8s.io', 'images', 'import', archive];
      const { code, stderr } = await this.machine.run(argv);
      if (code !== 0) throw new Failure(`${archive} was not imported: ${stderr}`);
    }
  }

  async #startNode() {
    const { machine } = this;
    this.#startProgram('kubelet', [
      `--kubeconfig=${this.#file('kubeconfig')}`,
      `--config=${this.#file('kubelet.json')}`,
      `--root-dir=${this.#file('kubelet')}`,
      `--hostname-override=${NAME}`,
      `--node-ip=${ADDRESS}`,
    ]);
    this.#startProgram('kube-proxy', [`--config=${this.#file('proxy.json')}`]);
    const dns = join(ROOT, 'tools', 'cluster', 'dns.mjs');
    machine.start('dns', [
      process.execPath,
      dns,
      ADDRESS,
      join(this.#programs, 'kubectl'),
      this.#file('kubeconfig'),
    ]);
    const ready = async () => {
      const { code, stdout } = await this.tryKubectl(['get', 'node', NAME, '-o', 'json']);
      return (
        code === 0 &&
        JSON.parse(stdout).status.conditions?.some(
          ({ type, status }) => type === 'Ready' && status === 'True',
        )
      );
    };
    await until(
      () => `a node that is ready (${machine.logOf('kubelet', 3)})`,
      ready,
      START_LIMIT_MS,
      LOOK_MS,
    );
  }

  async #forward(service) {
    const known = this.#forwarded.get(service);
    if (known) return known;
    const { spec } = await this.get('service', service);
    const socket = this.#file(`${service}.sock`);
    const program = join(ROOT, 'tools', 'cluster', 'forward.mjs');
    this.machine.start(`forward-${service}`, [process.execPath, program, socket, spec.clusterIP, '8080']);
    await until(`a way to ${service}`, () => existsSync(socket), START_LIMIT_MS);
    this.#forwarded.set(service, socket);
    return socket;
  }
}

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
