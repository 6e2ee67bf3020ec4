import { Queue } from 'bullmq';
import type { Envelope, QueueDefinition } from '../queue-definition';
import type { QueuesOptions } from '../queues-options';
import { redisOptions } from '../redis-connection';

export { QueueConsumer } from '../queue-consumer';

/** Does something with the BullMQ queue itself that the library has no word for. */
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
