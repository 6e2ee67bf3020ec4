export * from './documented-settings';
export * from './eventually';
export * from './test-database';
export * from './test-service';
