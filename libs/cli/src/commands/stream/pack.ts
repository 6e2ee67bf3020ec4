import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { packFolder } from '../../artifact/pack-folder.ts';
import { readableSize } from '../../output/progress.ts';
import { examples, type Cli } from '../../session/cli.ts';

export function registerPack(group: Command, cli: Cli): void {
  const command = group
    .command('pack')
    .description(
      'Pack the folder of a streaming job, with its worker.json, as an artifact; equal folders make equal files.',
    )
    .argument('[folder]', 'folder of the job', '.')
    .option('--out <file>', 'file to write (the name of the folder with .zip)');
  command.action(
    cli.action(async ({ io, printer }, folder: string, { out }: { out?: string }) => {
      const path = resolve(io.cwd, folder);
      const packed = await packFolder(path, resolve(io.cwd, out ?? `${basename(path)}.zip`));
      await printer.outcome(`${packed.file}  ${packed.files} files, ${readableSize(packed.bytes)}`, packed);
    }),
  );
  examples(
    command,
    'portolan stream pack my-job',
    'portolan stream pack my-job --out my-job-1.2.zip -o json | jq -r .sha256',
  );
}
