import { createStreamsClient, type Client } from '@portolan/client-streams';
import type { Session } from './session.ts';

/** Options of every call of streaming control. */
export interface StreamsApi {
  client: Client;
  throwOnError: true;
}

export const streamsApi = (session: Session): StreamsApi => ({
  client: createStreamsClient(session.address('streams')),
  throwOnError: true,
});
