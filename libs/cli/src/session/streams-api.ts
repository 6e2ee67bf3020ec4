import { createStreamsClient, type Client } from '@portolan/client-streams';
import type { Session } from './session.ts';

/** What every operation of streaming control is called with. */
export interface StreamsApi {
  client: Client;
  throwOnError: true;
}

export const streamsApi = (session: Session): StreamsApi => ({
  client: createStreamsClient(session.address('streams')),
  throwOnError: true,
});
