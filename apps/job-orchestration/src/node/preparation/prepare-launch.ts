import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { LaunchFile, LaunchOffer } from '@portolan/launches';
import { isOnPath } from '../accounts/account';
import { readIfThere } from '../atomic-file';
import type { LaunchLog } from '../launches/agent-log';
import type { Downloads } from './download/downloads.service';
import { shownAddress } from './download/source';
import { placeInside } from './inside';
import { LaunchFailed } from './launch-failed';
import { unzip, type UnzipLimits } from './unzip';
import { missingParameter, readManifest } from './worker-manifest';

/** What the preparation of launches needs. */
export interface PreparationTools {
  downloads: Downloads;
  unzip: UnzipLimits;
  /** Opens the owner's `/internal/` addresses. */
  internalToken: string;
  /** Gets a line for each download. */
  log: LaunchLog;
}

/** Files fetched at the same time for one launch. */
const PARALLEL_FETCHES = 4;
const EXECUTABLE = 0o755;

/**
 * Fills the directory of a launch: files by content and by address, executable bits, unpacked zips.
 *
 * @returns the command to run: the offer's own, else what the artifact says
 * @throws LaunchFailed with the reason; whatever an abort throws
 */
export async function prepareLaunch(
  offer: LaunchOffer,
  root: string,
  searchPath: string,
  tools: PreparationTools,
  signal: AbortSignal,
): Promise<string[]> {
  const files = withoutRepeats(offer.files).map((file) =>
    file.path === offer.artifact && file.path.endsWith('.zip') ? { ...file, unpack: true } : file,
  );
  // What is at hand goes first: a path that can't be made fails before anything is fetched for it.
  for (const file of files.filter(hasContent)) await place(file, offer.ownerUrl, root, tools, signal);
  const toFetch = files.filter((file) => !hasContent(file));
  const worker = async (): Promise<void> => {
    for (let file = toFetch.shift(); file; file = toFetch.shift())
      await place(file, offer.ownerUrl, root, tools, signal);
  };
  await Promise.all(Array.from({ length: PARALLEL_FETCHES }, worker));
  for (const file of files.filter((one) => one.unpack)) {
    signal.throwIfAborted();
    await unzip(join(root, file.path), file.path, root, tools.unzip, signal);
  }
  const fromArtifact = offer.artifact ? await artifactCommand(offer, root, searchPath) : [];
  const command = offer.command.length > 0 ? offer.command : fromArtifact;
  if (command.length === 0) throw new LaunchFailed('startFailed', 'the launch names no command', true);
  return command;
}

const hasContent = (file: LaunchFile): boolean => file.content != null;

/**
 * The files with each path once: the same file may be named twice, two files of one name may not.
 *
 * @throws LaunchFailed that names the path
 */
function withoutRepeats(files: readonly LaunchFile[]): LaunchFile[] {
  const known = new Map<string, LaunchFile>();
  for (const file of files) {
    const path = file.path.replace(/\/$/, '');
    const other = known.get(path);
    if (other && !isDeepStrictEqual({ ...other, path }, { ...file, path }))
      throw new LaunchFailed('directoryFailed', `two different files would be ${path}`, true);
    known.set(path, file);
  }
  return [...known.values()];
}

async function place(
  file: LaunchFile,
  ownerUrl: string,
  root: string,
  tools: PreparationTools,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const target = placeInside(root, file.path, 'directoryFailed');
  if (file.content != null) writeFileSync(target, file.content);
  else if (file.url) await fetchNoted(file.url, file.path, target, tools, signal);
  else if (file.ownerPath) {
    const authorization = `Bearer ${tools.internalToken}`;
    const url = `${ownerUrl}/internal/${file.ownerPath}`;
    await fetchNoted(url, file.path, target, tools, signal, authorization);
  } else throw new LaunchFailed('directoryFailed', `${file.path} has neither content nor url`, true);
  if (file.executable) chmodSync(target, EXECUTABLE);
}

/** Fetches a file and tells what became of that. */
async function fetchNoted(
  url: string,
  path: string,
  target: string,
  { downloads, log }: PreparationTools,
  signal: AbortSignal,
  authorization?: string,
): Promise<void> {
  const since = performance.now();
  const took = (): string => `${Math.round(performance.now() - since)} ms`;
  try {
    await downloads.fetch(url, target, signal, authorization);
    log.note(`downloaded ${shownAddress(url)} as ${path}: ${statSync(target).size} bytes, ${took()}`);
  } catch (error) {
    const reason =
      error instanceof LaunchFailed ? error.message : `no download of ${shownAddress(url)} any more`;
    log.note(`${reason} (${path}, ${took()})`);
    throw error;
  }
}

async function artifactCommand(offer: LaunchOffer, root: string, searchPath: string): Promise<string[]> {
  const artifact = offer.artifact ?? '';
  if (artifact.endsWith('.jar')) {
    if (offer.command.length === 0 && !(await isOnPath('java', searchPath)))
      throw new LaunchFailed('noRuntime', `${artifact} needs java, which this node does not have`, true);
    return ['java', '-jar', artifact];
  }
  const text = await readIfThere(join(root, 'worker.json'));
  if (text === undefined) {
    if (offer.command.length > 0) return [];
    throw new LaunchFailed('artifactInvalid', `${artifact} has no worker.json at its root`, true);
  }
  const manifest = readManifest(text);
  const missing = missingParameter(manifest, await givenParameters(offer, root));
  if (missing !== undefined) {
    const message = `Missing required parameter: ${missing}, check job parameter definitions.`;
    throw new LaunchFailed('missingParameter', message, true);
  }
  return manifest.command;
}

/** The text of the job's parameters: as a file where they can outgrow the environment (design §4), else the variable. */
async function givenParameters(offer: LaunchOffer, root: string): Promise<string | undefined> {
  const { JOB_PARAMETERS_FILE: file, JOB_PARAMETERS: text } = offer.environment;
  return file && offer.files.some((one) => one.path === file) ? readIfThere(join(root, file)) : text;
}
