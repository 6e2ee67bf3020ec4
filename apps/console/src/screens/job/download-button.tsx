import type { ReactNode } from 'react';
import { readJobFile } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { ActionButton } from '../../design/dialogs';

/** Saves a file of a job. The token goes with the request, never into an address. */
export function DownloadButton({ jobId, path }: { jobId: string; path: string }): ReactNode {
  const client = useJobs();
  return (
    <ActionButton
      label="Download"
      run={async () => {
        const blob = await (await readJobFile(client, jobId, path)).blob();
        const address = URL.createObjectURL(blob);
        const link = document.createElement('a');
        link.href = address;
        link.download = path.split('/').at(-1) ?? 'output';
        link.click();
        setTimeout(() => URL.revokeObjectURL(address), 60_000);
        return `${path} was saved.`;
      }}
    />
  );
}
