import type { Client } from '@portolan/client-streams';
import { statusOf } from '../../api/errors';
import { EventTexts } from './event-texts';

/** Pause before a lost connection is opened again, ms. */
const PAUSE_MS = 1000;

/** The screen follows every event of a job, or one per interval. */
export interface FollowedOutput {
  jobId: string;
  /** 0: every event. */
  sampleMs: number;
}

/**
 * Reads the output of a job, and hands over its texts as they arrive, many at a time: a promise for each of thousands a second
 * would take the time that drawing needs. Connects again until `signal` aborts or the service refuses, which it does when the job
 * has ended.
 * @param onError called with each failure, and with undefined when the output goes on
 */
export async function followOutput(
  client: Client,
  { jobId, sampleMs }: FollowedOutput,
  signal: AbortSignal,
  onTexts: (texts: readonly string[]) => void,
  onError: (error: unknown) => void,
): Promise<void> {
  const sample = sampleMs > 0 && { sampleMSec: sampleMs };
  while (!signal.aborted) {
    try {
      const { response } = await client.get<{ 200: unknown }, unknown, true>({
        security: [{ scheme: 'bearer', type: 'http' }],
        url: '/api/v1/jobConnectbyid/{jobId}',
        path: { jobId },
        query: { ...sample, enableMetaMessages: true, metaMessagesSec: 1 },
        headers: { Accept: 'text/event-stream' },
        parseAs: 'stream',
        throwOnError: true,
        signal,
      });
      onError(undefined);
      await read(response, onTexts);
    } catch (error) {
      if (signal.aborted) return;
      const status = statusOf(error) ?? 500;
      // The job has ended.
      if (status === 404) return;
      onError(error);
      if (status < 500 && status !== 429) return;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function read({ body }: Response, onTexts: (texts: readonly string[]) => void): Promise<void> {
  if (!body) return;
  const [texts, decoder, reader] = [new EventTexts(), new TextDecoder(), body.getReader()];
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    onTexts(texts.push(decoder.decode(piece.value, { stream: true })));
}
