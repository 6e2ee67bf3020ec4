import { fieldOf, isJsonObject, type Json } from '../json';
import { listAt } from './list-at';

/**
 * Queues from two provider calls (resource-history-v2, Collection areas, rule 4): the list of URLs and
 * each queue's attributes, as `{name, url, attributes}`. A queue without attributes has just been
 * deleted and is left out.
 *
 * @param answer `{listQueues: {queueUrls: […]}, getQueueAttributes: {<url>: {attributes: {…}}}}`
 */
export function simpleQueuesOf(answer: Json): Json[] {
  const urls = listAt('queueUrls')(fieldOf(answer, 'listQueues') ?? null);
  const answers = fieldOf(answer, 'getQueueAttributes');
  return urls.flatMap((url) => {
    if (typeof url !== 'string') throw new Error('a queue URL is no text');
    const attributes = fieldOf(fieldOf(answers, url), 'attributes');
    if (!isJsonObject(attributes)) return [];
    return [{ name: url.slice(url.lastIndexOf('/') + 1), url, attributes }];
  });
}
