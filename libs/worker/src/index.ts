export { boundedMap, type BoundedMapOptions } from './job/bounded-map';
export { ExitCode, PermanentError } from './job/errors';
export {
  defineJob,
  keyedBy,
  type Job,
  type Source,
  type Stage,
  type WorkerContext,
  type WorkerPorts,
} from './job/job';
export type { WorkerCounter, WorkerGauge, WorkerMetrics } from './job/own-metrics';
export {
  ParameterType,
  type ParameterDefinition,
  type ParameterDefinitions,
  type ParameterValues,
} from './job/parameters';
export { runWorker } from './runtime/run-worker';
export { fromEventStream, untilStopped, type EventStreamSourceOptions } from './transport/sources';
export type { StreamEvent } from './transport/event-stream';
