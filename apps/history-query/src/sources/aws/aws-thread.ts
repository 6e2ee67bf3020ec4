import { parentPort, workerData } from 'node:worker_threads';
import type { ProviderCall } from '../../collections/provider-call';
import { PAGE_END, type Fields } from './answer-pages';
import { AwsClients, type AwsSettings } from './aws-clients.gateway';
import { describeError } from './aws-errors';
import type { AwsReply, NumberedQuestion } from './aws-question';
import { fromAnswer } from './from-answer';

// The program of the thread that talks to AWS (aws-thread.gateway.ts starts it).

const clients = new AwsClients(workerData as AwsSettings);

parentPort?.on('message', (question: NumberedQuestion) => {
  void answer(question).then((reply) => parentPort?.postMessage(reply));
});

async function answer({ number, account, service, call, input }: NumberedQuestion): Promise<AwsReply> {
  try {
    const fields = await clients.send(account, service, call.operation, input);
    return { number, answer: whatCounts(call, fields) };
  } catch (error) {
    const { message, code } = describeError(call.operation, error);
    return { number, failure: { message, code } };
  }
}

/** The result as JSON, and what tells of the next page. */
function whatCounts({ result, map, next = {} }: ProviderCall, fields: Fields): Fields {
  const kept = [...Object.values(next), PAGE_END].map((name): [string, unknown] => [name, fields[name]]);
  return { ...Object.fromEntries(kept), [result]: fromAnswer(fields[result], map) };
}
