/** `dns.mjs <address> <kubectl> <kubeconfig>`: resolves names of services and of pods of a StatefulSet, from the API server. */
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';

const [address, kubectl, kubeconfig] = process.argv.slice(2);
const ZONE = 'cluster.local';
const KNOWN_MS = 1000;
const TYPE_A = 1;

let names = new Map();
let readAt = -Infinity;

const get = (kinds) => {
  const args = ['--kubeconfig', kubeconfig, 'get', kinds, '--all-namespaces', '-o', 'json'];
  const { stdout, status } = spawnSync(kubectl, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return status === 0 ? JSON.parse(stdout).items : undefined;
};

/** Addresses by name: of services, of each address behind a headless one, and of each pod with its own name there. */
function readNames() {
  const items = get('services,endpointslices');
  if (!items) return;
  const found = new Map();
  const add = (name, ip) => found.set(name, [...(found.get(name) ?? []), ip]);
  for (const { kind, metadata, spec, endpoints, addressType } of items) {
    const service = kind === 'Service' ? metadata.name : metadata.labels?.['kubernetes.io/service-name'];
    const name = `${service}.${metadata.namespace}.svc.${ZONE}`;
    if (kind === 'Service' && spec.clusterIP !== 'None') add(name, spec.clusterIP);
    if (kind !== 'EndpointSlice' || addressType !== 'IPv4') continue;
    for (const { addresses, hostname } of endpoints ?? [])
      if (hostname) for (const ip of addresses) add(`${hostname}.${name}`, ip);
  }
  names = found;
  readAt = performance.now();
}

/** Returns the question of a message: its name, its type, and the position of its end. */
function questionOf(message) {
  const labels = [];
  let at = 12;
  while (message[at] > 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + message[at]));
    at += message[at] + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(message) {
  const { name, type, end } = questionOf(message);
  if (performance.now() - readAt > KNOWN_MS) readNames();
  const found = names.get(name);
  const addresses = type === TYPE_A ? (found ?? []) : [];
  const header = Buffer.from(message.subarray(0, 12));
  header.writeUInt16BE(0x8580 | (found ? 0 : 3), 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((ip) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...ip.split('.').map(Number)]),
  );
  return Buffer.concat([header, message.subarray(12, end), ...records]);
}

const socket = createSocket('udp4');
socket.on('message', (message, { address: to, port }) => {
  try {
    socket.send(answerTo(message), port, to);
  } catch (error) {
    console.error(error);
  }
});
socket.bind(53, address, () => console.log('ready'));
