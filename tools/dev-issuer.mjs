import { main } from './lib/command.mjs';
import { say } from './lib/console.mjs';
import { issuerKeys } from './lib/dev-issuer.mjs';
import { currentSet } from './lib/state.mjs';
import { closeOnSignal } from './lib/commands.mjs';
import { LOOPBACK, urlOf } from './lib/settings.mjs';

const COMMAND = {
  ownSignals: true,
  usage: 'node tools/dev-issuer.mjs',
  about:
    'Issues tokens to whoever picks a role, on loopback and PORT, as npm start does with AUTH_MODE=oauth2. Not for production.',
};

await main(COMMAND, async () => {
  // Tools run before packages are installed.
  const { issuerServer } = await import('./lib/dev-issuer-provider.mjs');
  const port = Number(process.env.PORT || currentSet().issuer);
  const server = issuerServer(urlOf(port), issuerKeys());
  server.listen(port, LOOPBACK, () => say(`DEVELOPMENT ISSUER, not for production: ${urlOf(port)}`));
  closeOnSignal(server);
});
