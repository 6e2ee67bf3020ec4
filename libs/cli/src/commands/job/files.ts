import { fileAt, listingAt, filesBelow } from '../../jobs/listing.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import type { Session } from '../../session/session.ts';
import { WATCH_OPTION, showList, type WatchOption } from '../../session/lists.ts';
import { FILE_COLUMNS } from './columns.ts';

interface ShownFile {
  path: string;
  size: number;
  lastModified: string;
}

export function registerFiles(group: PortolanCommand): void {
  type FileOptions = WatchOption & { recursive?: boolean };
  group
    .command('files')
    .description('List the files of a job.')
    .argument('<id>', 'id of the job')
    .argument('[path]', 'folder or file inside the directory of the job')
    .option('-r, --recursive', 'also the files of nested folders')
    .option(...WATCH_OPTION)
    .examples(
      'portolan job files nightly-2026-10-07 --watch',
      'portolan job files nightly-2026-10-07 results -r -o ndjson',
    )
    .sessionAction((session, id: string, path: string | undefined, options: FileOptions) => {
      const find = options.recursive ? below : directly;
      return showList(session, options, () => find(session, id, path ?? ''), FILE_COLUMNS, 'no files');
    });
}

async function below(session: Session, id: string, path: string): Promise<ShownFile[]> {
  const place = { baseUrl: session.settings.jobs, id, path };
  const found: ShownFile[] = [];
  for await (const { segments, ...file } of filesBelow(session.transport, place))
    found.push({ path: segments.join('/'), ...file });
  return found.length > 0 ? found : directly(session, id, path);
}

/** Returns the entries of a folder, without those below them; of a file, itself. */
async function directly({ transport, settings }: Session, id: string, path: string): Promise<ShownFile[]> {
  const listing = await listingAt(transport, settings.jobs, id, path);
  const file = listing ? undefined : await fileAt(transport, settings.jobs, id, path);
  const entries = listing ? [...listing.directories, ...listing.files] : file ? [file] : [];
  return entries.map(({ name, size, lastModified }) => ({ path: name, size, lastModified }));
}
