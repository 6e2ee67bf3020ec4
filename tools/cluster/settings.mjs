/** Configuration files of the programs of the cluster. */
import { ADDRESS, NAME } from './machine.mjs';

const PODS = '10.244.0.0/24';
export const SERVICES_RANGE = '10.96.0.0/16';
export const PAUSE_IMAGE = 'localhost/portolan-pause:1';
export const CONTAINERD_SOCKET = '/run/containerd/containerd.sock';

/** All administrative clients of the cluster share one token. */
export const kubeconfig = (token) => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [
    { name: 'lane', cluster: { server: `https://${ADDRESS}:6443`, 'insecure-skip-tls-verify': true } },
  ],
  users: [{ name: 'admin', user: { token } }],
  contexts: [{ name: 'lane', context: { cluster: 'lane', user: 'admin' } }],
  'current-context': 'lane',
});

export const containerdConfig = (folder, snapshotter) => `version = 2
root = "${folder}/containerd"
state = "/run/containerd"
[grpc]
  address = "${CONTAINERD_SOCKET}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${PAUSE_IMAGE}"
  # Without it runc gives up: this machine may not lower the score of a process.
  restrict_oom_score_adj = true
  disable_apparmor = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${folder}/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "${snapshotter}"
    default_runtime_name = "runc"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
`;

/** Pods have addresses on a bridge; policies of the network are not enforced by it. */
export const networkConfig = () => ({
  cniVersion: '0.4.0',
  name: 'pods',
  plugins: [
    {
      type: 'bridge',
      bridge: 'pods0',
      isGateway: true,
      ipMasq: true,
      hairpinMode: true,
      ipam: { type: 'host-local', subnet: PODS, routes: [{ dst: '0.0.0.0/0' }] },
    },
    { type: 'portmap', capabilities: { portMappings: true } },
  ],
});

export const kubeletConfig = (folder) => ({
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
  authorization: { mode: 'AlwaysAllow' },
  containerRuntimeEndpoint: `unix://${CONTAINERD_SOCKET}`,
  cgroupDriver: 'cgroupfs',
  failCgroupV1: false,
  failSwapOn: false,
  oomScoreAdj: 0,
  clusterDNS: [ADDRESS],
  clusterDomain: 'cluster.local',
  resolvConf: `${folder}/resolv.conf`,
  // The disk is shared with the host: its usage must neither evict pods nor remove images.
  evictionHard: { 'memory.available': '50Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
  imageGCHighThresholdPercent: 100,
  imageGCLowThresholdPercent: 99,
});

export const proxyConfig = (kubeconfigFile) => ({
  apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
  kind: 'KubeProxyConfiguration',
  mode: 'iptables',
  clusterCIDR: PODS,
  hostnameOverride: NAME,
  clientConnection: { kubeconfig: kubeconfigFile },
  // These settings would apply to the whole host.
  conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
});
