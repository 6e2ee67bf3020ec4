export { collectEvents, freePort } from './clients';
export { until } from './until';
export { TestPlatform, type PostedStatus, type WorkerPlace } from './test-platform';
