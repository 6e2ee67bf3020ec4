import { answer, schema, type OperationNote } from '@portolan/service';
import * as examples from './examples';

const { text } = schema;

/** The addresses of before v1, which answer in text. */
export function olderNotes(): Record<string, OperationNote> {
  const told = (id: string, example: unknown, message: string): OperationNote => ({
    id,
    alias: true,
    body: { example },
    answers: { 200: answer('text/plain', text(), message, 'Done.') },
  });
  const of = (id: string, example: unknown, message: string): OperationNote =>
    told(id, example, `${examples.CLUSTER} ${message}`);
  const at = 'POST /api/namedjob';
  return {
    [`${at}/create`]: of('createOlder', examples.cluster, 'created'),
    [`${at}/update`]: told('updateOlder', examples.changedCluster, examples.changed),
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
