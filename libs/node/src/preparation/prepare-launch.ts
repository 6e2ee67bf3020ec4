import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { LaunchFile, LaunchOffer } from '@portolan/launches';
import { isOnPath } from '../accounts/run-as';
import { ifThere } from '../file-system/atomic-file';
import type { AgentLog } from '../launch-directory/agent-log';
import type { DownloadsService } from '../downloads/downloads.service';
import { shownAddress } from '../downloads/source';
import { newFilePlace } from '../launch-directory/new-file-place';
import { LaunchFailed } from '../launch-directory/launch-failed';
import { unzip, type UnzipLimits } from './unzip';
import { missingParameter, readManifest } from './worker-manifest';

/** The parts of the node that prepare a launch. */
export interface Preparation {
  offer: LaunchOffer;
  /** The directory of the job. */
  root: string;
  /** PATH of the process. */
  searchPath: string;
  downloads: DownloadsService;
  unzip: UnzipLimits;
  /** Token for the owner's `/internal/` addresses. */
  internalToken: string;
  log: Pick<AgentLog, 'note'>;
  /** Cancels the preparation. */
  signal: AbortSignal;
}

const PARALLEL_FETCHES = 4;
const EXECUTABLE = 0o755;
const MANIFEST = 'worker.json';
/** Largest manifest that is read, bytes: unpacked, that of a small zip may exceed the memory. */
const MAX_MANIFEST_BYTES = 2 ** 20;

/** Fills the directory of a launch. @returns its command: the offer's own, else the artifact's @throws LaunchFailed */
export async function prepareLaunch(preparation: Preparation): Promise<string[]> {
  const { offer, root, signal } = preparation;
  const files = withoutRepeats(offer.files).map((file) =>
    file.path === offer.artifact && file.path.endsWith('.zip') ? { ...file, unpack: true } : file,
  );
  // Local content first: an invalid path fails before anything is downloaded.
  for (const file of files.filter(hasContent)) await place(file, preparation);
  const toFetch = files.filter((file) => !hasContent(file));
  const worker = async (): Promise<void> => {
    for (let file = toFetch.shift(); file; file = toFetch.shift()) await place(file, preparation);
  };
  await Promise.all(Array.from({ length: PARALLEL_FETCHES }, worker));
  for (const file of files.filter((one) => one.unpack)) {
    signal.throwIfAborted();
    await unzip(join(root, file.path), file.path, root, preparation.unzip, signal);
  }
  const fromArtifact = offer.artifact ? await artifactCommand(preparation) : [];
  const command = offer.command.length > 0 ? offer.command : fromArtifact;
  if (command.length === 0) throw new LaunchFailed('startFailed', 'the launch names no command', true);
  return command;
}

const hasContent = (file: LaunchFile): boolean => file.content != null;

/** Returns each file once. @throws LaunchFailed with the path when two different files share it */
function withoutRepeats(files: readonly LaunchFile[]): LaunchFile[] {
  const known = new Map<string, LaunchFile>();
  for (const file of files) {
    const path = file.path.replace(/\/$/, '');
    const other = known.get(path);
    if (other && !isDeepStrictEqual({ ...other, path }, { ...file, path }))
      throw new LaunchFailed('directoryFailed', `two different files have the path ${path}`, true);
    known.set(path, file);
  }
  return [...known.values()];
}

async function place(file: LaunchFile, preparation: Preparation): Promise<void> {
  const { offer, root, internalToken, signal } = preparation;
  signal.throwIfAborted();
  const target = newFilePlace(root, file.path, 'directoryFailed');
  if (file.content != null) writeFileSync(target, file.content);
  else if (file.url) await fetchNoted(file.url, file.path, target, preparation);
  else if (file.ownerPath) {
    const url = `${offer.ownerUrl}/internal/${file.ownerPath}`;
    await fetchNoted(url, file.path, target, preparation, `Bearer ${internalToken}`);
  } else throw new LaunchFailed('directoryFailed', `${file.path} has neither content nor url`, true);
  if (file.executable) chmodSync(target, EXECUTABLE);
}

async function fetchNoted(
  url: string,
  path: string,
  target: string,
  { downloads, log, signal }: Preparation,
  authorization?: string,
): Promise<void> {
  const since = performance.now();
  const took = (): string => `${Math.round(performance.now() - since)} ms`;
  try {
    await downloads.fetch(url, target, signal, authorization);
    log.note(`downloaded ${shownAddress(url)} as ${path}: ${statSync(target).size} bytes, ${took()}`);
  } catch (error) {
    const cancelled = `download of ${shownAddress(url)} cancelled`;
    log.note(`${error instanceof LaunchFailed ? error.message : cancelled} (${path}, ${took()})`);
    throw error;
  }
}

async function artifactCommand({ offer, root, searchPath }: Preparation): Promise<string[]> {
  const artifact = offer.artifact ?? '';
  if (artifact.endsWith('.jar')) {
    if (offer.command.length === 0 && !(await isOnPath('java', searchPath)))
      throw new LaunchFailed('noRuntime', `${artifact} needs java, which this node does not have`, true);
    return ['java', '-jar', artifact];
  }
  const text = manifestText(root);
  if (text === undefined) {
    if (offer.command.length > 0) return [];
    throw new LaunchFailed('artifactInvalid', `${artifact} has no ${MANIFEST} at its root`, true);
  }
  const manifest = readManifest(text);
  const missing = missingParameter(manifest, givenParameters(offer));
  if (missing !== undefined) {
    const message = `Missing required parameter: ${missing}, check job parameter definitions.`;
    throw new LaunchFailed('missingParameter', message, true);
  }
  return manifest.command;
}

/** Returns the text of the manifest; undefined without one. @throws LaunchFailed for a folder or a file that is too large */
function manifestText(root: string): string | undefined {
  const path = join(root, MANIFEST);
  const info = ifThere(() => statSync(path));
  if (!info) return undefined;
  if (info.isFile() && info.size <= MAX_MANIFEST_BYTES) return readFileSync(path, 'utf8');
  throw new LaunchFailed('artifactInvalid', `${MANIFEST} must be a file of at most 1 MB`, true);
}

/** Returns the job's parameters as a file where they could exceed the limit of the environment, else as a variable. */
function givenParameters({ environment, files }: LaunchOffer): string | undefined {
  const { JOB_PARAMETERS_FILE: path, JOB_PARAMETERS: text } = environment;
  // The artifact may have replaced the file on the disk.
  return files.find((file) => file.path === path)?.content ?? text;
}
