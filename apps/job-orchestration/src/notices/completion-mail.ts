/** What a completion mail tells of. */
export interface FinishedJob {
  id: string;
  name: string;
  user: string;
  status: string;
  statusMsg: string | null;
  request: { tags: readonly string[]; description: string | null };
}

/** Subject and text of the mail about a job that is over (reference: jobs §6.7). */
export function completionMail(job: FinishedJob): { subject: string; text: string } {
  const facts: [string, string | null][] = [
    ['Id', job.id],
    ['Name', job.name],
    ['Status', job.status],
    ['Message', job.statusMsg],
    ['User', job.user],
    ['Tags', job.request.tags.join(', ')],
    ['Description', job.request.description],
  ];
  return {
    subject: `Job Finished. Id: [${job.id}], Name: [${job.name}], Status: [${job.status}].`,
    text: facts.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\n`])).join(''),
  };
}
