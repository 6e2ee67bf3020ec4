export * from './documented-metrics';
export * from './documented-settings';
export * from './eventually';
export * from './tcp-proxy';
export * from './migration-walk';
export * from './test-database';
export * from './test-service';
export * from './trace-collector';
