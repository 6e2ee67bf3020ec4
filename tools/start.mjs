import { main } from './lib/command.mjs';
import { say } from './lib/console.mjs';
import { watch, startInterruptibly } from './lib/startup.mjs';
import { withLock } from './lib/lock.mjs';
import { onSignal } from './lib/commands.mjs';
import { shutdown } from './lib/shutdown.mjs';
import { COMMANDS } from './lib/settings.mjs';
import { summary } from './lib/summary.mjs';

/** Waits for Ctrl-C, then ends the system; also returns when another command has stopped the system. */
async function stayInForeground(services) {
  let signalled = false;
  const off = onSignal(() => {
    if (signalled) say('stopping, one moment');
    signalled = true;
  });
  await watch(
    services.map(({ app }) => app),
    () => signalled,
  );
  if (signalled) {
    say();
    await withLock('system', shutdown);
  }
  off();
  say('Portolan has stopped.');
}

const COMMAND = {
  ownSignals: true,
  usage: COMMANDS.start,
  about: 'Brings everything up (packages, MySQL, Redis, build, services, examples) and runs until Ctrl-C.',
  options: {
    detach: { type: 'boolean', default: false, about: `returns when all is ready; ${COMMANDS.stop} ends it` },
  },
};

await main(COMMAND, async ({ values: { detach } }) => {
  const services = await withLock('system', () => startInterruptibly(onSignal));
  say(summary(services, detach));
  if (!detach) await stayInForeground(services);
  return 0;
});
