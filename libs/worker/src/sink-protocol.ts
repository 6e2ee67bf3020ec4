/** The protocol of workers' sinks for their clients: the frames, and the delays between retries. */
export { RetryDelay } from './transport/event-stream';
export { dataFrame, KEEP_ALIVE_FRAME, missedCount, missedMessage, payloadsOf } from './transport/sse-frame';
