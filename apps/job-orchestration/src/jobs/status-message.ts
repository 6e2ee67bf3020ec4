/** Values of `statusMsg`; clients match on these texts (docs/contract/jobs.md, Status messages). */
export const StatusMessage = {
  Accepted: 'The job has been accepted by the system for execution',
  Claimed: 'A node has claimed the job',
  Preparing: 'Preparing to launch job',
  Running: 'Job is Running.',
  Succeeded: 'Job finished successfully.',
  Failed: 'Job failed.',
  SetupFailed: 'Job script failed during setup. See setup log for details',
  KilledByUser: 'Job was killed by user.',
  KilledBySystem: 'Job was killed by system.',
  Timeout: 'Job exceeded timeout.',
  MemoryExceeded: 'Job exceeded memory limit.',
  FilesExceeded: 'Job files exceeded limit.',
  NotResolved: 'Failed to resolve job given original request and available resources',
  Unclaimed: 'No agent claimed the job for too long',
  NodeLost: 'Agent AWOL for too long',
  DownloadFailed: 'Failed to download dependencies',
  DirectoryFailed: 'Failed to create job directory',
  LaunchFailed: 'Failed to launch job',
} as const;

/** Returns a message with its cause, if known: `Job was killed by system: node n1 was drained.` */
export const because = (sentence: string, cause: string | undefined): string =>
  cause === undefined ? sentence : detailed(sentence.replace(/\.$/, ''), `${cause.replace(/\.$/, '')}.`);

/** Returns a message with details, cut to the length of the field. */
export const detailed = (message: string, detail: string): string =>
  [...`${message}: ${detail}`].slice(0, 255).join('');
