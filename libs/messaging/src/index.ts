export * from './queues-options';
export * from './queue-definition';
export * from './queue-handlers';
export * from './queues';
export { RedeliverLater, type QueueConsumer } from './queue-consumer';
export * from './signals';
export * from './redis-connection';
export * from './messaging.module';
