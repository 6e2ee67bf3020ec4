import { createContext, useContext, type ReactNode } from 'react';
import { createHistoryClient, type Client as HistoryClient } from '@portolan/client-history';
import { createJobsClient, type Client as JobsClient } from '@portolan/client-jobs';
import { createStreamsClient, type Client as StreamsClient } from '@portolan/client-streams';
import { originOf, type ConsoleConfig, type ServiceName } from './config';
import { currentSession, refuseToken } from './session';

/** The clients of the services that are there. */
export interface Clients {
  config: ConsoleConfig;
  jobs?: JobsClient;
  history?: HistoryClient;
  streams?: StreamsClient;
}

/** Sends a request, and notices when its token is refused: that of a query, of a stream or of an action. */
const fetchNoticingRefusals: typeof fetch = async (...request) => {
  const token = currentSession()?.token ?? null;
  const response = await fetch(...request);
  if (response.status === 401) refuseToken(token);
  return response;
};

/** Creates the clients; each request carries the token of the session, if there is one. */
export function createClients(config: ConsoleConfig): Clients {
  const { services, login } = config;
  const settings = (name: ServiceName) => ({
    baseUrl: originOf(config, name),
    fetch: fetchNoticingRefusals,
    // Most installations never log in: the library for it is loaded when there is a token to renew.
    auth: async () => (login ? (await import('./login')).tokenToSend(login) : currentSession()?.token),
  });
  return {
    config,
    ...(services.jobs !== undefined && { jobs: createJobsClient(settings('jobs')) }),
    ...(services.history !== undefined && { history: createHistoryClient(settings('history')) }),
    ...(services.streams !== undefined && { streams: createStreamsClient(settings('streams')) }),
  };
}

const ClientsContext = createContext<Clients | undefined>(undefined);

/** Provides the clients to all screens. */
export const ClientsProvider = ({
  clients,
  children,
}: {
  clients: Clients;
  children: ReactNode;
}): ReactNode => <ClientsContext value={clients}>{children}</ClientsContext>;

export function useClients(): Clients {
  const clients = useContext(ClientsContext);
  if (!clients) throw new Error('useClients is called outside of ClientsProvider');
  return clients;
}

function useClient<Name extends ServiceName>(name: Name): NonNullable<Clients[Name]> {
  const client = useClients()[name];
  // Screens of a service that is not there are not routed.
  if (!client) throw new Error(`this console has no ${name} service`);
  return client;
}

export const useJobs = (): JobsClient => useClient('jobs');
export const useHistory = (): HistoryClient => useClient('history');
export const useStreams = (): StreamsClient => useClient('streams');
