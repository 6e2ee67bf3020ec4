import type { ReactNode } from 'react';
import { type Client, type Job, type OutputListing } from '@portolan/client-jobs';
import { Link, useSearchParams } from 'wouter';
import { useJobsQuery, type Asking } from '../../api/queries';
import { Empty, Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Ago } from '../../design/texts';
import { bytes } from '../../design/quantities';
import { ACTIONS, Table } from '../../design/table';
import { DownloadButton } from './download-button';
import { folderAddress, parentFolder } from './folder-address';
import { jobKey } from './job-query';
import { attemptOf } from './read-file';

/** Reads a directory of a job, of an earlier attempt if one is named. */
async function listingOf(
  { client, signal }: Asking<Client>,
  id: string,
  attempt: string | null,
  folder: string,
): Promise<OutputListing> {
  const parts = [
    id,
    ...(attempt === null ? [] : ['attempts', attempt]),
    'output',
    ...folder.split('/').filter(Boolean),
  ];
  const { data } = await client.get<{ 200: OutputListing }, unknown, true>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: `/api/v3/jobs/${parts.map(encodeURIComponent).join('/')}`,
    headers: { Accept: 'application/json' },
    signal,
    throwOnError: true,
  });
  return data;
}

/** Returns the title of a directory: `Files`, `Files in run of attempt 2`. */
const titleOf = (folder: string, attempt: string | null): string =>
  `Files${folder === '' ? '' : ` in ${folder}`}${attempt === null ? '' : ` of attempt ${attempt}`}`;

/** The files of a job; the directory is in the address. */
export default function Files({ job: { id } }: { job: Job }): ReactNode {
  const [search] = useSearchParams();
  const folder = search.get('folder') ?? '';
  const attempt = search.get('attempt');
  const result = useJobsQuery([...jobKey(id), 'files', attempt, folder], (asking) =>
    listingOf(asking, id, attempt, folder),
  );
  const pathOf = (name: string): string =>
    [folder, name]
      .filter(Boolean)
      .join('/')
      .replace(/(?<!\/)\/+$/, '');
  return (
    <Panel title={titleOf(folder, attempt)} flush>
      <Loaded result={result}>
        {({ directories, files }) =>
          directories.length + files.length + folder.length === 0 ? (
            <Empty title="There are no files" />
          ) : (
            <Table
              label="Files of the folder"
              heads={['Name', { title: 'Size', kind: 'number' }, 'Changed', ACTIONS]}
            >
              {folder !== '' && (
                <tr>
                  <td colSpan={4}>
                    <Link href={folderAddress(parentFolder(folder), attempt)}>one level up</Link>
                  </td>
                </tr>
              )}
              {directories.map(({ name, lastModified }) => (
                <tr key={name}>
                  <td>
                    <Link href={folderAddress(pathOf(name), attempt)}>{name}</Link>
                  </td>
                  <td />
                  <td>
                    <Ago at={lastModified} />
                  </td>
                  <td />
                </tr>
              ))}
              {files.map(({ name, size, lastModified }) => {
                const path = pathOf(name);
                return (
                  <tr key={name}>
                    <td>
                      <Link
                        href={`?tab=output&file=${encodeURIComponent(path)}${attempt === null ? '' : `&attempt=${encodeURIComponent(attempt)}`}`}
                      >
                        {name}
                      </Link>
                    </td>
                    <td className="number">{bytes(size)}</td>
                    <td>
                      <Ago at={lastModified} />
                    </td>
                    <td className="number">
                      <DownloadButton of={{ jobId: id, path, attempt: attemptOf(attempt) }} />
                    </td>
                  </tr>
                );
              })}
            </Table>
          )
        }
      </Loaded>
    </Panel>
  );
}
