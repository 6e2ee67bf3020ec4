import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const example = join(__dirname, '..');

interface JobRequest {
  readonly commandArgs: string;
  readonly dependencies: readonly string[];
}

describe('count-words.sh', () => {
  let folder: string;
  const script = () => join(folder, 'count-words.sh');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'word-count-'));
    cpSync(join(example, 'files'), folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('counts words without regard to case and punctuation, the most frequent first', () => {
    writeFileSync(join(folder, 'a.txt'), "The pilot's chart, the 'CHART'.\nThe\n");
    writeFileSync(join(folder, 'b.txt'), 'a chart\n');
    const output = execFileSync('bash', [script(), 'a.txt', 'b.txt'], { cwd: folder, encoding: 'utf8' });
    expect(output).toBe(
      "a.txt: 6 words\nb.txt: 2 words\ntotal: 8 words, 4 different\nchart\t3\nthe\t3\na\t1\npilot's\t1\n",
    );
    expect(readFileSync(join(folder, 'word-count.tsv'), 'utf8')).toBe("chart\t3\nthe\t3\na\t1\npilot's\t1\n");
  });

  it('leaves nothing but its result behind', () => {
    const before = readdirSync(folder);
    execFileSync('bash', [script(), 'harbour.txt', 'voyage.txt'], { cwd: folder });
    expect(readdirSync(folder).filter((name) => !before.includes(name))).toEqual(['word-count.tsv']);
  });

  it('fails when a file is missing, and when there is none', () => {
    expect(spawnSync('bash', [script(), 'nowhere.txt'], { cwd: folder }).status).toBe(1);
    expect(spawnSync('bash', [script()], { cwd: folder }).status).toBe(64);
  });

  it('runs as the job request says, with the files that it names', () => {
    const request = JSON.parse(readFileSync(join(example, 'job-request.json'), 'utf8')) as JobRequest;
    const names = request.dependencies.map((url) => url.split('/').at(-1));
    expect(names.sort()).toEqual(readdirSync(join(example, 'files')).sort());
    const output = execFileSync('bash', ['-c', `bash ${request.commandArgs}`], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(output).toMatch(/^total: \d+ words, \d+ different\nthe\t\d+$/m);
  });
});
