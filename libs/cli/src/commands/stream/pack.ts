import { basename, resolve } from 'node:path';
import { packFolder } from '../../artifact/pack-folder.ts';
import { readableSize } from '../../output/progress.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';

export function registerPack(group: PortolanCommand): void {
  group
    .command('pack')
    .description(
      'Pack the folder of a streaming job, with its worker.json, as an artifact; equal folders make equal files.',
    )
    .argument('[folder]', 'folder of the job', '.')
    .option('--out <file>', 'file to write (the name of the folder with .zip)')
    .examples(
      'portolan stream pack my-job',
      'portolan stream pack my-job --out my-job-1.2.zip -o json | jq -r .sha256',
    )
    .sessionAction(async ({ io, printer }, folder: string, { out }: { out?: string }) => {
      const path = resolve(io.cwd, folder);
      const packed = await packFolder(path, resolve(io.cwd, out ?? `${basename(path)}.zip`));
      await printer.outcome(`${packed.file}  ${packed.files} files, ${readableSize(packed.bytes)}`, packed);
    });
}
