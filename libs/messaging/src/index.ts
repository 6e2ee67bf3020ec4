export * from './queue-definition';
export * from './queues';
export * from './redelivery';
export * from './signals';
export * from './redis-connection';
export * from './messaging.module';
