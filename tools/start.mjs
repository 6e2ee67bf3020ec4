import { main } from './lib/command.mjs';
import { say } from './lib/console.mjs';
import { watch, startInterruptibly } from './lib/startup.mjs';
import { withLock } from './lib/lock.mjs';
import { onSignal } from './lib/commands.mjs';
import { shutdown } from './lib/shutdown.mjs';
import { COMMANDS } from './lib/settings.mjs';
import { summary } from './lib/summary.mjs';

/** Listens from the beginning: a signal between two listeners would end this process and leave the system running. */
function listen() {
  const heard = { signal: false };
  onSignal(() => {
    if (heard.signal) say('stopping, one moment');
    heard.signal = true;
  });
  return heard;
}

/** Waits for Ctrl-C, then ends the system; also returns when another command has stopped the system. */
async function stayInForeground(services, heard) {
  await watch(
    services.map(({ app }) => app),
    () => heard.signal,
  );
  if (heard.signal) {
    say();
    await withLock('system', shutdown, { undoes: true });
  }
  say('Portolan has stopped.');
}

const COMMAND = {
  ownSignals: true,
  usage: COMMANDS.start,
  about: 'Brings everything up (packages, MySQL, Redis, build, services, examples) and runs until Ctrl-C.',
  options: { detach: { about: `returns when all is ready; ${COMMANDS.stop} ends it` } },
};

await main(COMMAND, async ({ values: { detach } }) => {
  const heard = listen();
  const services = await startInterruptibly(onSignal);
  say(summary(services, detach));
  if (!detach) await stayInForeground(services, heard);
  return 0;
});
