/** What is asked of Redis here. */
export type RedisOperation = 'send' | 'count' | 'look' | 'publish' | 'ping';

/** What became of a message: handled, put back to come again, failed in this try, or dropped because it can't be read. */
export type MessageOutcome = 'done' | 'put-back' | 'failed' | 'dropped';

/** Is told how Redis answers and what becomes of messages, for metrics. */
export interface MessagingObserver {
  asked(operation: RedisOperation, seconds: number, ok: boolean): void;
  handled(queue: string, outcome: MessageOutcome, seconds: number): void;
}
