import { main } from '../lib/command.mjs';
import { say } from '../lib/console.mjs';
import { buildKubernetes, findGo } from './programs.mjs';

const COMMAND = {
  usage: 'node tools/cluster/build.mjs',
  about: 'Compiles Kubernetes for the lane cluster, unless it is in the cache.',
};

await main(COMMAND, async () => {
  if (findGo()) say(await buildKubernetes());
  else say('there is no Go here: the lane cluster is skipped');
});
