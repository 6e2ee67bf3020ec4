import { createHash } from 'node:crypto';
import type { LaunchFile } from '@portolan/launches';
import { coverAddress } from '@portolan/service';
import { attachmentPath, type Attachments } from '../../attachments/attachment-store.service';

/** Where a resource's files come from. */
export interface Sources {
  configs: readonly string[];
  dependencies: readonly string[];
  setupFile: string | null;
}

/** What a job itself brings. */
export interface JobSources extends Sources {
  attachments?: Attachments | null;
}

/** A resource whose files a job needs. */
export interface Resource {
  id: string;
  document: Sources;
}

/** Where the files of a job go. */
export interface JobFiles {
  files: LaunchFile[];
  clusterDirectory: string;
  commandDirectory: string;
  applicationsDirectory: string;
  /** In the order in which they are sourced: cluster, applications, command, job. */
  setups: { what: string; path: string }[];
}

/** Files that can't be put into one directory: nothing to do with the node, so it is said at once. */
export class JobFilesError extends Error {
  override readonly name = 'JobFilesError';
}

const OWN = '.portolan';
const SETUP_FILE = 'portolan_setup.sh';
/** Names in the job's directory that are the system's. */
const RESERVED = ['run', 'stdout', 'stderr', OWN];
/** What file systems take, bytes. */
const MAX_NAME_BYTES = 255;
/** What the address of a file may have in an offer, characters. */
const MAX_ADDRESS = 2048;

/**
 * Lays out the job's directory (reference: jobs §6.1): what the job names in the root, what cluster, command
 * and applications name in folders of their own.
 *
 * @throws {@link JobFilesError} when a location has no file name, or two end in the same place.
 */
export function jobFiles(
  job: JobSources,
  cluster: Resource,
  command: Resource,
  applications: readonly Resource[],
): JobFiles {
  const clusterDirectory = `${OWN}/cluster/${directoryName(cluster.id)}`;
  const commandDirectory = `${OWN}/command/${directoryName(command.id)}`;
  const applicationsDirectory = `${OWN}/applications`;
  const folders = [
    { what: `cluster ${cluster.id}`, directory: clusterDirectory, sources: cluster.document },
    ...applications.map(({ id, document }) => ({
      what: `application ${id}`,
      directory: `${applicationsDirectory}/${directoryName(id)}`,
      sources: document,
    })),
    { what: `command ${command.id}`, directory: commandDirectory, sources: command.document },
  ];
  const files = [
    ...folders.flatMap(({ directory, sources }) => [
      ...place(sources.configs, `${directory}/config/`),
      ...place(sources.dependencies, `${directory}/dependencies/`),
      ...placeSetup(sources.setupFile, `${directory}/`),
    ]),
    ...place([...job.configs, ...job.dependencies], ''),
    ...(job.attachments?.files ?? []).map(({ name }) => ({
      path: name,
      ownerPath: attachmentPath(job.attachments?.folder ?? '', name),
    })),
    ...placeSetup(job.setupFile, ''),
  ];
  refuseClashes(files);
  const setups = [...folders, { what: 'the job', directory: '', sources: job }]
    .filter(({ sources }) => sources.setupFile !== null)
    .map(({ what, directory }) => ({ what, path: directory ? `${directory}/${SETUP_FILE}` : SETUP_FILE }));
  return { files, clusterDirectory, commandDirectory, applicationsDirectory, setups };
}

/** A folder name for any id: ids may hold what a path must not. */
export function directoryName(id: string): string {
  const name = encodeURIComponent(id).replace(/^\.+$/, (dots) => dots.replaceAll('.', '%2E'));
  return name.length <= 200 ? name : createHash('sha256').update(id).digest('hex');
}

/** The last segment of a location's path. @throws {@link JobFilesError} when there is none. */
export function fileNameOf(location: string): string {
  const path = /^[a-z][\w+.-]*:/i.test(location) ? pathOf(location) : location;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const bytes = Buffer.byteLength(name);
  if (name === '' || name === '.' || name === '..' || bytes > MAX_NAME_BYTES || name.includes('\0')) {
    throw new JobFilesError(`no file name in ${coverAddress(location)}`);
  }
  return name;
}

function pathOf(location: string): string {
  try {
    return decodeURIComponent(new URL(location).pathname);
  } catch {
    throw new JobFilesError(`not an address: ${coverAddress(location)}`);
  }
}

const place = (locations: readonly string[], directory: string): LaunchFile[] =>
  locations.map((location) => ({ path: directory + fileNameOf(location), url: addressOf(location) }));

const placeSetup = (location: string | null, directory: string): LaunchFile[] =>
  location === null ? [] : [{ path: directory + SETUP_FILE, url: addressOf(location) }];

/** A plain path is a file of the node. */
function addressOf(location: string): string {
  const address = location.startsWith('/') ? `file://${encodePath(location)}` : location;
  if (address.length > MAX_ADDRESS)
    throw new JobFilesError(`too long as an address: ${coverAddress(location)}`);
  return address;
}

function encodePath(path: string): string {
  try {
    return encodeURI(path);
  } catch {
    throw new JobFilesError(`not a path: ${path}`);
  }
}

function refuseClashes(files: readonly LaunchFile[]): void {
  const sources = new Map<string, string>(RESERVED.map((name) => [name, 'the system']));
  for (const { path, url: address, ownerPath } of files) {
    const url = address ?? (ownerPath === undefined ? '' : `the attachment ${path}`);
    const other = sources.get(path);
    if (other !== undefined && other !== url) {
      throw new JobFilesError(
        `${coverAddress(url)} and ${coverAddress(other)} would both be ${path} in the job's directory`,
      );
    }
    sources.set(path, url);
  }
}
