import { randomInt } from 'node:crypto';
import { oneOf, wholeNumber, main } from './lib/command.mjs';
import { say } from './lib/console.mjs';
import { withServers } from './lib/servers.mjs';
import { SERVICES } from './lib/settings.mjs';
import { fuzz } from './fuzz/fuzz.mjs';

const KEYS = SERVICES.map(({ key }) => key);

const COMMAND = {
  usage: 'npm run fuzz',
  about: 'Sends generated requests to services of its own; every answer must be a documented one.',
  options: {
    requests: { value: 'N', default: '20000', about: 'how many to each service (20000)' },
    seed: { value: 'N', about: 'makes the requests of an earlier run again (random)' },
  },
  positionals: { name: 'service', about: `${KEYS.join(', ')}; without a name, all of them` },
};

await main(COMMAND, async ({ values, positionals }) => {
  const requests = wholeNumber('requests', values.requests, 1);
  const seed = values.seed === undefined ? randomInt(2 ** 31) : wholeNumber('seed', values.seed);
  for (const key of positionals) oneOf('service', key, KEYS);
  const keys = positionals.length > 0 ? positionals : KEYS;
  return withServers('fuzz', async () => {
    say(`seed ${seed}: npm run fuzz -- --seed ${seed} makes the same requests again`);
    const problems = await fuzz({ keys, requests, seed });
    say(problems.length === 0 ? '\nevery answer is documented' : `\n${problems.length} problems`);
    return problems.length === 0 ? 0 : 1;
  });
});
