import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { usageError } from '../../failure/cli-error.ts';
import { download } from '../../jobs/download.ts';
import { fileUrl } from '../../jobs/follow-output.ts';
import { fileAt, listingAt, filesBelow, safeName, type RemoteFile } from '../../jobs/listing.ts';
import { troubleNotes } from '../../session/trouble-notes.ts';
import { Progress, readableSize } from '../../output/progress.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import type { Session } from '../../session/session.ts';

export function registerCopy(group: PortolanCommand): void {
  group
    .command('cp')
    .description(
      'Copy a file or a whole folder of a job to this machine. A repeated call skips complete files and resumes the others. ' +
        'Nothing is written outside the target.',
    )
    .argument('<source>', 'ID for all files of a job, or ID:PATH')
    .argument('[target]', 'folder or file here; the name of the source when omitted')
    .examples(
      'portolan job cp nightly-2026-10-07 ./nightly',
      'portolan job cp nightly-2026-10-07:results ./results',
      'portolan job cp nightly-2026-10-07:stdout log.txt',
    )
    .sessionAction(async (session, source: string, target: string | undefined) => {
      await session.io.interrupts.abortable((signal) => copy(session, source, target, signal));
    });
}

interface Plan {
  folder: string;
  files: { file: RemoteFile; url: string; segments: readonly string[] }[];
}

async function copy(
  session: Session,
  source: string,
  target: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { transport, terminal, printer } = session;
  const { folder, files } = await plan(session, source, target, signal);
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const progress = new Progress(terminal);
  let [done, kept] = [0, 0];
  try {
    for (const { file, url, segments } of files) {
      const persistence = { signal, trouble: troubleNotes(session), wasReached: true };
      const outcome = await download(transport, url, file, { folder, segments }, persistence, (bytes) => {
        done += bytes;
        progress.bytes(`copying ${segments.at(-1)}`, done, total);
      });
      if (outcome === 'kept') kept += 1;
    }
  } finally {
    progress.end();
  }
  const already = kept > 0 ? `, ${kept} of them already there` : '';
  await printer.outcome(
    `${files.length} ${files.length === 1 ? 'file' : 'files'}, ${readableSize(total)}, in ${folder}${already}`,
    {
      folder,
      files: files.length,
      bytes: total,
      kept,
    },
  );
}

/** `ID` or `ID:PATH`. */
function sourceOf(source: string): { id: string; path: string } {
  const at = source.indexOf(':');
  const [id, path] = at < 0 ? [source, ''] : [source.slice(0, at), source.slice(at + 1)];
  if (id === '') throw usageError(`${source} names no job`, 'expected ID or ID:PATH');
  if (path.split('/').some((segment) => segment === '.' || segment === '..'))
    throw usageError(`${source}: . and .. cannot be a part of a path in a job`, 'expected ID or ID:PATH');
  return { id, path: path.replace(/(?<!\/)\/+$/, '') };
}

/** A target such as `ID:PATH` names a job, as in `scp`; a file here with a colon in its name is `./a:b`. */
function refuseUpload(target: string | undefined): void {
  if (target === undefined || !/^[^/]+:/.test(target)) return;
  throw usageError(
    `cp copies from a job to this machine; the target ${target} names a job, and files cannot be uploaded to one`,
    `send files along when a job is submitted: portolan job submit --attach FILE; a file here is ./${target}`,
  );
}

async function plan(
  session: Session,
  source: string,
  target: string | undefined,
  signal: AbortSignal,
): Promise<Plan> {
  const { transport, settings, io } = session;
  const { id, path } = sourceOf(source);
  refuseUpload(target);
  if (target === '-')
    throw usageError('cp writes files only', `try portolan job logs ${id} --file ${path || 'stdout'}`);
  const baseUrl = settings.jobs;
  const name = safeName(path === '' ? id.replaceAll('/', '_') : basename(path));
  const place = resolve(io.cwd, target ?? name);
  if (await listingAt(transport, baseUrl, id, path, signal)) {
    const files: Plan['files'] = [];
    for await (const file of filesBelow(transport, { baseUrl, id, path, signal })) {
      const url = fileUrl(baseUrl, id, [path, ...file.segments].join('/'));
      files.push({ file, url, segments: file.segments });
    }
    return { folder: place, files };
  }
  const file = await single(session, id, path, signal);
  const isFolder = target?.endsWith('/') === true || (await isDirectory(place));
  const [folder, own] = isFolder ? [place, name] : [dirname(place), basename(place)];
  return { folder, files: [{ file, url: fileUrl(baseUrl, id, path), segments: [own] }] };
}

const isDirectory = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

async function single(session: Session, id: string, path: string, signal: AbortSignal): Promise<RemoteFile> {
  const found = await fileAt(session.transport, session.settings.jobs, id, path, signal);
  if (!found) throw usageError(`${join(id, path)} is not a file`);
  return { segments: [found.name], size: found.size, lastModified: found.lastModified };
}
