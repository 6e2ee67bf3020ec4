import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../../../..');

interface Version {
  readonly version: string;
}

/** The examples as packed by `npm run pack`, in a separate folder. */
export class Artifacts {
  private readonly folder = mkdtempSync(join(tmpdir(), 'portolan-artifacts-'));
  private readonly version = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Version)
    .version;

  /** Packs examples; changed sources are compiled again. */
  async pack(...examples: readonly string[]): Promise<void> {
    const args = [join(ROOT, 'tools/pack.mjs'), ...examples, '--out', this.folder];
    await promisify(execFile)(process.execPath, args);
  }

  /** An example's `cluster.json`, filled in, its jobDefinition overlaid by `more`. */
  cluster(example: string, more: object = {}): { jobDefinition: { name: string } } {
    const text = readFileSync(join(ROOT, 'examples', example, 'cluster.json'), 'utf8')
      .replaceAll('${ARTIFACTS_URL}', pathToFileURL(this.folder).href)
      .replaceAll('${VERSION}', this.version);
    const definition = JSON.parse(text) as { jobDefinition: { name: string } };
    return { ...definition, jobDefinition: { ...definition.jobDefinition, ...more } };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
