export * from './test-owner';
