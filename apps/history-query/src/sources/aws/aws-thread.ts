import { parentPort, workerData } from 'node:worker_threads';
import type { ProviderCall } from '../../collections/collection-definition';
import { PAGE_END, fromAnswer, type Fields } from './answer-pages';
import { AwsClientsGateway, type AwsSettings } from './aws-clients.gateway';
import { describeError, type AwsReply, type NumberedQuestion } from './aws-question';

// The program of the thread that calls AWS, started by aws-thread.gateway.ts.

const clients = new AwsClientsGateway(workerData as AwsSettings);

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

/** Returns the result as JSON, and the fields for the next page. */
function whatCounts({ result, map, next = {} }: ProviderCall, fields: Fields): Fields {
  const kept = [...Object.values(next), PAGE_END].map((name) => [name, fields[name]] as const);
  return { ...Object.fromEntries(kept), [result]: fromAnswer(fields[result], map) };
}
