/** What a client of workers' sinks has to know about them: the form of what they send, and how they are asked again. */
export { RetryDelay } from './retry-delay';
export { dataFrame, KEEP_ALIVE_FRAME, missedCount, missedMessage, payloadsOf } from './sse-frame';
