import { CliError } from '../failure/cli-error.ts';
import { failureText } from './failure-text.ts';

it('[CLI-EXIT-3] shows at most 1000 characters of a line, however long a name is', () => {
  const name = 'é'.repeat(5000);
  const [message, detail, ...more] = failureText(new CliError(name, 3, `GET /${name}\n/x`)).split('\n');
  expect([message?.length, message?.at(-1)]).toEqual(['portolan: '.length + 1001, '…']);
  expect([detail?.length, more]).toEqual([2 + 1001, ['  /x', '']]);
});
