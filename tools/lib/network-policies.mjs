/** The connections that NetworkPolicies allow, for a test that compares them with docs/architecture.md. */
import { BlockList, isIPv6 } from 'node:net';

const OPERATORS = {
  In: (value, values) => values.includes(value),
  NotIn: (value, values) => !values.includes(value),
  Exists: (value) => value !== undefined,
  DoesNotExist: (value) => value === undefined,
};

/** Reports whether a label selector matches labels; an empty one matches everything. */
export const selects = ({ matchLabels = {}, matchExpressions = [] }, labels = {}) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, operator, values }) => OPERATORS[operator](labels[key], values));

const family = (address) => (isIPv6(address) ? 'ipv6' : 'ipv4');

function isWithin(cidr, address) {
  const [network, bits] = cidr.split('/');
  if (family(network) !== family(address)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family(network));
  return list.check(address, family(address));
}

/** An address may belong to a pod, too: not every network plug-in distinguishes the two. */
function isPeer({ podSelector, namespaceSelector, ipBlock }, end, namespace) {
  if (ipBlock) {
    const { cidr, except = [] } = ipBlock;
    return isWithin(cidr, end.address) && !except.some((part) => isWithin(part, end.address));
  }
  if (!end.namespace) return false;
  const inNamespace = namespaceSelector
    ? selects(namespaceSelector, end.namespaceLabels)
    : end.namespace === namespace;
  return inNamespace && (!podSelector || selects(podSelector, end.labels));
}

/** @param named ports of the pods by name */
const hasPort = ({ port, endPort, protocol = 'TCP' }, wanted, named) => {
  const first = typeof port === 'string' ? named[port] : port;
  return protocol === wanted.protocol && wanted.port >= first && wanted.port <= (endPort ?? first);
};

function passes(policies, direction, own, other, wanted, named) {
  const mine = policies.filter(
    ({ metadata, spec }) =>
      own.namespace === metadata.namespace &&
      spec.policyTypes.includes(direction === 'ingress' ? 'Ingress' : 'Egress') &&
      selects(spec.podSelector, own.labels),
  );
  if (mine.length === 0) return true;
  return mine.some(({ metadata, spec }) =>
    (spec[direction] ?? []).some((rule) => {
      const peers = direction === 'ingress' ? rule.from : rule.to;
      return (
        (!rule.ports || rule.ports.some((port) => hasPort(port, wanted, named))) &&
        (!peers || peers.some((peer) => isPeer(peer, other, metadata.namespace)))
      );
    }),
  );
}

/**
 * Reports whether the policies of both ends allow a connection. @param from, to outside of the cluster when
 * without `namespace` @param named port numbers by name
 */
export const isAllowed = (policies, from, to, wanted, named) =>
  passes(policies, 'egress', from, to, wanted, named) && passes(policies, 'ingress', to, from, wanted, named);
