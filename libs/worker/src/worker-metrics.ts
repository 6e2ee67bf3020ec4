/** The figures that a worker serves at its metrics port, for those who read it. */
export { readMetrics } from './platform/metrics';
