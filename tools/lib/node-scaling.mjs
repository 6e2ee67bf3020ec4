/** The replicas that Kubernetes derives from an external metric, for the test of k8s/components/node-scaling. */

const CLUSTER_TOLERANCE = 0.1;

/**
 * Returns the replicas that an autoscaler of one external metric requests. @param value of the metric; undefined: not available
 */
export function replicasOf({ minReplicas, maxReplicas, metrics, behavior = {} }, current, value) {
  const within = (count) => Math.min(Math.max(count, minReplicas), maxReplicas);
  if (value === undefined) return within(current);
  const perPod = Number(metrics[0].external.target.averageValue);
  const ratio = current === 0 ? Infinity : value / (perPod * current);
  const { tolerance = CLUSTER_TOLERANCE } = (ratio > 1 ? behavior.scaleUp : behavior.scaleDown) ?? {};
  return within(Math.abs(1 - ratio) <= Number(tolerance) ? current : Math.ceil(value / perPod));
}
