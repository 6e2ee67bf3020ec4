/** A real Kubernetes cluster with one node, in a machine of its own. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Failure, step } from '../lib/console.mjs';
import { parsed } from '../lib/files.mjs';
import { ROOT } from '../lib/settings.mjs';
import { ADDRESS, Machine, NAME, until } from './machine.mjs';
import * as settings from './settings.mjs';
import { findProgram } from '../lib/commands.mjs';
import { initialisation, serverArguments } from '../lib/mysql.mjs';

const START_LIMIT_MS = 300_000;
const LOOK_MS = 500;

export class Cluster {
  machine = new Machine();
  #programs;
  #forwarded = new Map();

  constructor(programs) {
    this.#programs = programs;
  }

  async start({ images, snapshotter }) {
    const { machine } = this;
    await step('The machine of the cluster', () => machine.boot());
    this.#writeFiles(snapshotter);
    await step('etcd, containerd, the API server', () => this.#startServers());
    await step('Images', () => this.#load(images));
    await step('The node of the cluster', () => this.#startNode());
  }

  /** Runs kubectl. @returns its output @throws Failure when it fails */
  async kubectl(args, input) {
    const { code, stdout, stderr } = await this.tryKubectl(args, input);
    if (code !== 0) throw new Failure(`kubectl ${args.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  tryKubectl(args, input) {
    const file = join(this.#programs, 'kubectl');
    return this.machine.run([file, '--kubeconfig', this.#file('kubeconfig'), ...args], { input });
  }

  async get(...args) {
    return JSON.parse(await this.kubectl(['get', '-o', 'json', '-n', 'portolan', ...args]));
  }

  /** Sends a request to a service of the namespace portolan. @returns status, and the body as text and parsed */
  async call(service, method, path, body) {
    const socketPath = await this.#forward(service);
    // This side closes the connection: a forwarded connection closed by the service may lose the end of a response.
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

  #file(name) {
    return join(this.machine.folder, name);
  }

  #writeFiles(snapshotter) {
    const { folder } = this.machine;
    const token = randomBytes(16).toString('hex');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const write = (name, content) => {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      writeFileSync(this.#file(name), text, { mode: 0o600 });
    };
    mkdirSync(this.#file('cni'));
    write('tokens.csv', `${token},admin,admin,system:masters\n`);
    write('accounts.key', privateKey.export({ type: 'pkcs8', format: 'pem' }));
    write('kubeconfig', settings.kubeconfig(token));
    write('containerd.toml', settings.containerdConfig(folder, snapshotter));
    write('cni/pods.conflist', settings.networkConfig());
    write('kubelet.json', settings.kubeletConfig(folder));
    write('proxy.json', settings.proxyConfig(this.#file('kubeconfig')));
  }

  #startProgram(name, args) {
    return this.machine.start(name, [join(this.#programs, name), ...args]);
  }

  async #startServers() {
    const { machine } = this;
    const etcd = `http://127.0.0.1:2379`;
    machine.start('etcd', [
      ...['etcd', `--data-dir=${this.#file('etcd')}`, '--unsafe-no-fsync', '--log-level=error'],
      ...[`--listen-client-urls=${etcd}`, `--advertise-client-urls=${etcd}`],
      '--listen-peer-urls=http://127.0.0.1:2380',
    ]);
    const containerd = ['containerd', '--config', this.#file('containerd.toml'), '--log-level', 'warn'];
    machine.start('containerd', containerd);
    const apiServer = this.#startProgram('kube-apiserver', [
      `--etcd-servers=${etcd}`,
      `--advertise-address=${ADDRESS}`,
      '--secure-port=6443',
      `--cert-dir=${this.#file('certificates')}`,
      `--token-auth-file=${this.#file('tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--allow-privileged=true',
      `--service-cluster-ip-range=${settings.SERVICES_RANGE}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${this.#file('accounts.key')}`,
      `--service-account-signing-key-file=${this.#file('accounts.key')}`,
      // The API server cannot resolve the name of the node.
      '--kubelet-preferred-address-types=InternalIP',
    ]);
    const ready = async () => {
      if (apiServer.exitCode !== null)
        throw new Failure(`the API server ended:\n${machine.logOf('kube-apiserver')}`);
      return (await this.tryKubectl(['get', '--raw', '/readyz'])).code === 0;
    };
    const what = () => `the API server (${machine.logOf('kube-apiserver', 3)})`;
    await until(what, ready, START_LIMIT_MS, LOOK_MS);
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
      const argv = ['ctr', '-a', settings.CONTAINERD_SOCKET, '-n', 'k8s.io', 'images', 'import', archive];
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
    const dns = [process.execPath, join(ROOT, 'tools', 'cluster', 'dns.mjs'), ADDRESS];
    machine.start('dns', [...dns, join(this.#programs, 'kubectl'), this.#file('kubeconfig')]);
    const isReady = ({ type, status }) => type === 'Ready' && status === 'True';
    const ready = async () => {
      const { code, stdout } = await this.tryKubectl(['get', 'node', NAME, '-o', 'json']);
      return code === 0 && JSON.parse(stdout).status.conditions?.some(isReady);
    };
    const what = () => `a node that is ready (${machine.logOf('kubelet', 3)})`;
    await until(what, ready, START_LIMIT_MS, LOOK_MS);
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

/** Starts Redis, which is ready before any pod. */
export function startRedis(machine) {
  machine.start('redis', [
    findProgram('redis-server'),
    ...['--bind', ADDRESS, '--protected-mode', 'no', '--save', '', '--maxmemory-policy', 'noeviction'],
  ]);
}

/** Starts MariaDB with empty databases and the account `portolan`. */
export async function startMariaDb(machine, databases) {
  const data = join(machine.folder, 'mariadb');
  mkdirSync(data);
  const server = findProgram('mariadbd');
  const [program, args] = initialisation(server, data, ['--user=root']);
  const { code, stdout, stderr } = await machine.run([program, ...args]);
  if (code !== 0) throw new Failure(`MariaDB was not set up: ${stdout}${stderr}`);
  const statements = databases.flatMap((name) => [
    `CREATE DATABASE ${name};`,
    `GRANT ALL ON ${name}.* TO portolan@'%';`,
  ]);
  const init = join(machine.folder, 'init.sql');
  writeFileSync(init, ["CREATE USER portolan@'%';", ...statements].join('\n'));
  const socket = join(machine.folder, 'mariadb.sock');
  const options = serverArguments({ server, data, host: ADDRESS, port: 3306, socket, init });
  machine.start('mariadb', [server, ...options, '--user=root']);
  const answers = async () => (await machine.run(['bash', '-c', `: < /dev/tcp/${ADDRESS}/3306`])).code === 0;
  await until('MariaDB answers', answers, 120_000, LOOK_MS);
}
