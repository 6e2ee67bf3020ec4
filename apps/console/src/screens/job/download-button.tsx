import type { ReactNode } from 'react';
import { useJobs } from '../../api/clients';
import { ActionButton } from '../../design/dialogs';
import { readFile, type JobFile } from './read-file';

/** Saves a file of a job. The token goes with the request, never into an address. */
export function DownloadButton({ of }: { of: JobFile }): ReactNode {
  const client = useJobs();
  return (
    <ActionButton
      label="Download"
      effect={`Saves the whole of ${of.path} on this computer.`}
      run={async () => {
        const { path } = of;
        const blob = await (await readFile(client, of)).blob();
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
