import { main } from './lib/command.mjs';
import { say } from './lib/console.mjs';
import { serviceStates } from './lib/services.mjs';
import { COMMANDS, urlOf } from './lib/settings.mjs';

const COMMAND = {
  usage: COMMANDS.status,
  about: `Lists what ${COMMANDS.start} has started, with addresses; exit code 1 unless all of it is ready.`,
};

await main(COMMAND, async () => {
  const states = await serviceStates();
  for (const { title, port, pid, state } of states)
    say(`${title.padEnd(20)} ${state.padEnd(10)} ${pid ? `${urlOf(port)}  pid ${pid}` : ''}`.trimEnd());
  return states.every(({ state }) => state === 'ready') ? 0 : 1;
});
