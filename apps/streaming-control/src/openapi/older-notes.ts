import { answer, errorAnswer, schema, type AnswerNote, type OperationNote } from '@portolan/service';
import * as examples from './examples';

const { text } = schema;

const NOBODY = { 404: errorAnswer('There is no such job cluster.') };
const TAKEN = { 409: errorAnswer('The name is taken.') };

/** The addresses of before v1, which answer in text. */
export function olderNotes(): Record<string, OperationNote> {
  const told = (
    id: string,
    example: unknown,
    message: string,
    errors: Record<number, AnswerNote> = {},
  ): OperationNote => ({
    id,
    alias: true,
    body: { example },
    answers: { 200: answer('text/plain', text(), message, 'Done.'), ...errors },
  });
  const of = (id: string, example: unknown, message: string): OperationNote =>
    told(id, example, `${examples.CLUSTER} ${message}`, NOBODY);
  const at = 'POST /api/namedjob';
  return {
    [`${at}/create`]: told('createOlder', examples.cluster, `${examples.CLUSTER} created`, TAKEN),
    [`${at}/update`]: told('updateOlder', examples.changedCluster, examples.changed, NOBODY),
    [`${at}/delete`]: of('deleteOlder', examples.action, 'deleted'),
    [`${at}/quickupdate`]: of('updateArtifactOlder', examples.updateArtifact, 'artifact updated'),
    [`${at}/updateschedulinginfo`]: of(
      'updateSchedulingInfoOlder',
      examples.updateScheduling,
      'schedulingInfo updated',
    ),
    [`${at}/updatesla`]: of('updateSlaOlder', examples.updateSla, 'SLA updated'),
    [`${at}/updatelabels`]: of('updateLabelsOlder', examples.updateLabel, 'labels updated'),
    [`${at}/migratestrategy`]: of(
      'updateMigrationOlder',
      examples.updateMigration,
      'worker migration config updated',
    ),
    [`${at}/enable`]: of('enableOlder', examples.action, 'enabled'),
    [`${at}/disable`]: of('disableOlder', examples.action, 'disabled'),
    'POST /api/postjobstatus': told('postStatusOlder', examples.status, 'worker status taken'),
  };
}
