import { createHash } from 'node:crypto';
import type { LaunchFile } from '@portolan/launches';
import { maskAddress } from '@portolan/service';
import { attachmentPath, type Attachments } from '../attachments/attachments';
import type { CommonDocument } from '../registry/common-document';

/** The file locations of a resource. */
export type Sources = Pick<CommonDocument, 'configs' | 'dependencies' | 'setupFile'>;

export interface JobSources extends Sources {
  attachments?: Attachments | null;
}

/** A resource whose files a job needs. */
export interface Resource {
  id: string;
  document: Sources;
}

/** The layout of a job's directory. */
export interface JobFiles {
  files: LaunchFile[];
  clusterDirectory: string;
  commandDirectory: string;
  applicationsDirectory: string;
  /** In the order in which they are sourced: cluster, applications, command, job. */
  setups: { what: string; path: string }[];
}

/** Files that cannot be in one directory: no node could change that, so the submission is refused. */
export class JobFilesError extends Error {
  override readonly name = 'JobFilesError';
}

const OWN = '.portolan';
const SETUP_FILE = 'portolan_setup.sh';
/** Names in the job's directory that are reserved for the system. */
const RESERVED = ['run', 'stdout', 'stderr', OWN];
/** Longest file name that file systems accept, bytes. */
const MAX_NAME_BYTES = 255;
/** Longest address of a file in an offer, characters. */
const MAX_ADDRESS = 2048;

/**
 * Lays out the job's directory (V3-JOB-10): files of the job in the root, files of cluster, command and
 * applications in folders of their own.
 *
 * @throws {@link JobFilesError} when a location has no file name, or two files have the same path
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
    ...folders.flatMap(({ what, directory, sources }) => [
      ...place(`configs of ${what}`, sources.configs, `${directory}/config/`),
      ...place(`dependencies of ${what}`, sources.dependencies, `${directory}/dependencies/`),
      ...placeSetup(what, sources.setupFile, `${directory}/`),
    ]),
    ...place('configs of the job', job.configs, ''),
    ...place('dependencies of the job', job.dependencies, ''),
    ...(job.attachments?.files ?? []).map(({ name }) => ({
      path: name,
      ownerPath: attachmentPath(job.attachments?.folder ?? '', name),
    })),
    ...placeSetup('the job', job.setupFile, ''),
  ];
  refuseClashes(files);
  const setups = [...folders, { what: 'the job', directory: '', sources: job }]
    .filter(({ sources }) => sources.setupFile !== null)
    .map(({ what, directory }) => ({ what, path: directory ? `${directory}/${SETUP_FILE}` : SETUP_FILE }));
  return { files, clusterDirectory, commandDirectory, applicationsDirectory, setups };
}

/** Returns a folder name for any id: an id may contain characters that a path must not. */
export function directoryName(id: string): string {
  const name = encodeURIComponent(id).replace(/^\.+$/, (dots) => dots.replaceAll('.', '%2E'));
  return name.length <= 200 ? name : createHash('sha256').update(id).digest('hex');
}

/** Returns the name of the archive of an attempt. No id is encoded with an `@`, so names of different jobs differ. */
export const archiveName = (jobId: string, attempt = 1): string =>
  attempt === 1 ? directoryName(jobId) : `${directoryName(jobId)}@${attempt}`;

/** Returns the last segment of a location's path. @param field for the error. @throws {@link JobFilesError} when the path has none */
export function fileNameOf(location: string, field: string): string {
  const isAddress = /^[a-z][\w+.-]*:/i.test(location);
  const path = isAddress
    ? orRefuse(
        () => decodeURIComponent(new URL(location).pathname),
        () => `${field}: ${maskAddress(location)} is not an address`,
      )
    : location;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const bytes = Buffer.byteLength(name);
  if (name === '' || name === '.' || name === '..' || bytes > MAX_NAME_BYTES || name.includes('\0')) {
    throw new JobFilesError(`${field}: ${maskAddress(location)} must end with a file name`);
  }
  return name;
}

const place = (field: string, locations: readonly string[], directory: string): LaunchFile[] =>
  locations.map((location) => ({
    path: directory + fileNameOf(location, field),
    url: addressOf(location, field),
  }));

const placeSetup = (what: string, location: string | null, directory: string): LaunchFile[] =>
  location === null
    ? []
    : [{ path: directory + SETUP_FILE, url: addressOf(location, `setupFile of ${what}`) }];

/** A plain path names a file of the node. */
function addressOf(location: string, field: string): string {
  const isPath = location.startsWith('/');
  const address = isPath
    ? `file://${orRefuse(
        () => encodeURI(location),
        () => `${field}: ${location} is not a path`,
      )}`
    : location;
  if (address.length > MAX_ADDRESS)
    throw new JobFilesError(
      `${field}: ${maskAddress(location)} is too long: an address has at most ${MAX_ADDRESS} characters`,
    );
  return address;
}

function orRefuse(read: () => string, message: () => string): string {
  try {
    return read();
  } catch {
    throw new JobFilesError(message());
  }
}

function refuseClashes(files: readonly LaunchFile[]): void {
  const sources = new Map<string, string>(RESERVED.map((name) => [name, 'the system']));
  for (const { path, url: address, ownerPath } of files) {
    const url = address ?? (ownerPath === undefined ? '' : `the attachment ${path}`);
    const other = sources.get(path);
    if (other !== undefined && other !== url) {
      throw new JobFilesError(
        `${maskAddress(url)} and ${maskAddress(other)} would both be ${path} in the job's directory`,
      );
    }
    sources.set(path, url);
  }
}
