import { Queue } from 'bullmq';
import type { Envelope, QueueDefinition } from '../queue-definition';
import type { QueuesOptions } from '../queues-options';
import { redisOptions } from '../redis-connection';

export { QueueConsumer } from '../queue-consumer';

/** Runs `work` with the BullMQ queue itself, for operations that the library lacks. */
export async function withQueue<T extends object, R>(
  { redis, prefix }: Pick<QueuesOptions, 'redis' | 'prefix'>,
  { name }: QueueDefinition<T>,
  work: (queue: Queue<Envelope>) => Promise<R>,
): Promise<R> {
  const queue = new Queue<Envelope>(name, { connection: redisOptions(redis), prefix });
  try {
    return await work(queue);
  } finally {
    await queue.close();
  }
}
