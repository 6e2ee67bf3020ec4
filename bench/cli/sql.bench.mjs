/** `history sql` over 100,000 documents whose export is kept already: the warm-up has made it. */
import { estate } from '../history/lib/estate.mjs';
import { end, start } from './lib/command.mjs';

const STATEMENT = 'select instanceType, count(*) as n from view.instances group by all order by n desc';

export default {
  name: 'cli: history sql over 100,000 documents, second time',
  unit: 's',
  goal: 5,
  compare: 'value',
  setup: async (bench) => ({ bench, ...(await estate(bench)) }),
  async run({ bench, url }) {
    const words = ['history', 'sql', STATEMENT, '--history', url];
    return (await end(start(bench, words, 'ignore'), performance.now())) / 1000;
  },
  baseline: async () => 0,
};
