export { boundedMap, type BoundedMapOptions } from './bounded-map';
export type { WorkerContext, WorkerPorts } from './context';
export { ExitCode, PermanentError } from './errors';
export { defineJob, keyedBy, type Job, type Source, type Stage } from './job';
export type { WorkerCounter, WorkerGauge, WorkerMetrics } from './own-metrics';
export {
  ParameterType,
  type ParameterDefinition,
  type ParameterDefinitions,
  type ParameterValues,
} from './parameters';
export { runWorker } from './run-worker';
export { fromEventStream, untilStopped, type EventStreamSourceOptions } from './sources';
export type { StreamEvent } from './event-stream';
