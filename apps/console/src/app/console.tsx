import { Activity, Component, useMemo, useState, type ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Route, Router, Switch, useLocation } from 'wouter';
import { ClientsProvider, type Clients } from '../api/clients';
import { isAway, renewedEvery } from '../api/errors';
import { CALLBACK, useMustLogIn } from '../api/session';
import { ADDRESS } from '../design/address';
import { Failure } from '../design/feedback';
import { lazily } from '../design/lazily';
import { PageHead } from '../design/layout';
import { Toasts } from '../design/toasts';
import { SCREENS } from './screens';
import { Shell } from './shell';
import { Shortcuts } from './shortcuts';

const CallbackScreen = lazily(async () => (await import('./callback-screen')).default);
const LoginScreen = lazily<{ onToken: () => void }>(async () => (await import('./login-screen')).default);

/** A failed request is sent again this often; a 4xx response is final. */
const RETRIES = 2;

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => count < RETRIES && isAway(error),
        refetchInterval: renewedEvery(false),
        staleTime: 1000,
      },
    },
  });
}

/** Asks for everything again with another token. Data that are there stay meanwhile, because forms are filled with them. */
function renewAll(queries: QueryClient): void {
  void queries.resetQueries({ predicate: ({ state }) => state.data === undefined });
  void queries.invalidateQueries();
}

/** The console: its frame, and the screen that the address names. */
export function Console({ clients }: { clients: Clients }): ReactNode {
  const { services } = clients.config;
  const mustLogIn = useMustLogIn();
  const [queries] = useState(createQueryClient);
  const screens = useMemo(
    () => SCREENS.filter(({ service }) => service === undefined || services[service] !== undefined),
    [services],
  );
  return (
    <QueryClientProvider client={queries}>
      <ClientsProvider clients={clients}>
        <Router {...ADDRESS}>
          <Shell screens={screens}>
            <Guard>
              <Switch>
                <Route path={CALLBACK} component={CallbackScreen} />
                <Route>
                  {mustLogIn && <LoginScreen onToken={() => renewAll(queries)} />}
                  {/* The screen stays behind the login, at rest: what was typed there is not lost. */}
                  <Activity mode={mustLogIn ? 'hidden' : 'visible'}>
                    <Switch>
                      {screens.map(({ path, component }) => (
                        <Route key={path} path={path} component={component} />
                      ))}
                      <Route>
                        <PageHead title="There is no such screen" />
                        <p>The navigation lists all of them.</p>
                      </Route>
                    </Switch>
                  </Activity>
                </Route>
              </Switch>
            </Guard>
          </Shell>
          <Shortcuts screens={screens} />
        </Router>
        <Toasts />
      </ClientsProvider>
    </QueryClientProvider>
  );
}

/** Gives each path a screen of its own: no state of one is left in another. The navigation stays usable when one fails. */
function Guard({ children }: { children: ReactNode }): ReactNode {
  const [location] = useLocation();
  return <Boundary key={location}>{children}</Boundary>;
}

class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Failure error={error} retry={() => location.reload()} />;
  }
}
