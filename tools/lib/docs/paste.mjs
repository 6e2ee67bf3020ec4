/** Pastes the commands of a page into a shell, as a reader does, and checks their output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../settings.mjs';

const PORTS = { streams: 7101, history: 7102, jobs: 7103 };

/** Time after which an endless block is ended, s. */
const FOLLOWED_S = 3;

const MARK = '\u001e';

const withAddresses = (script, urls) =>
  Object.entries(PORTS).reduce(
    (all, [key, port]) => all.replaceAll(`localhost:${port}`, urls[key].replace('http://', '')),
    script,
  );

const withDefaultAddresses = (printed, urls) =>
  Object.entries(PORTS).reduce((all, [key, port]) => {
    const { port: actual } = new URL(urls[key]);
    return all.replace(
      new RegExp(String.raw`\b(?:127\.0\.0\.1|localhost):${actual}\b`, 'g'),
      `localhost:${port}`,
    );
  }, printed);

/** Runs a block in the background of its shell, with its variables, as a process group that is ended afterwards. */
const followed = (script) =>
  `set -m; { ${script}\n} & followed=$!; disown $followed; set +m\n` +
  `sleep ${FOLLOWED_S}; kill -INT -- -$followed 2>/dev/null || true; sleep 0.2\n`;

/** Notes of the command line about a followed job on stderr: its id, and each further attempt that began meanwhile. */
const NOTE = /^(?:attempt \d+ of )?job \S+\n/gm;

/** Pastes the blocks of one page into one shell, whose curl fails on 400 and above. @returns the problems, a text each */
export async function pasteAll(pastes, urls, token) {
  const commands = ({ words, text }) => (words.includes('follow') ? followed(text) : text);
  const script = pastes.map(({ block }) => `printf '${MARK}'\n${commands(block)}`).join('\n');
  const { code, out, err } = await inShell(withAddresses(script, urls), urls, token);
  const printed = withDefaultAddresses(out, urls).split(MARK).slice(1);
  const problems = printed.flatMap((one, index) => problemOf(pastes[index], one));
  if (code !== 0 || err.replace(NOTE, '') !== '') {
    const { block } = pastes[Math.max(0, printed.length - 1)];
    const output = `${printed.at(-1) ?? ''}${err}`;
    problems.push(`${block.name} (line ${block.line}) ended with ${code ?? 'no code in time'}\n${output}`);
  }
  return problems;
}

function problemOf({ block, shown }, printed) {
  const isRight =
    shown === undefined ? printed.trim() === '' : isShown(shown, printed, block.words.includes('follow'));
  if (isRight) return [];
  const what =
    shown === undefined ? 'output that the page does not show' : 'other output than the page shows';
  return [`${block.name} (line ${block.line}) prints ${what}:\n${printed}`];
}

/** The command `portolan` of this checkout, with the running system as its default. */
function cliEnvironment(folder, urls, token) {
  const program = join(ROOT, 'libs', 'cli', 'dist', 'main.js');
  writeFileSync(join(folder, 'portolan'), `#!/bin/sh\nexec node ${program} "$@"\n`, { mode: 0o755 });
  return {
    PATH: `${folder}:${process.env.PATH}`,
    XDG_CONFIG_HOME: join(folder, 'config'),
    PORTOLAN_JOBS_URL: urls.jobs,
    PORTOLAN_HISTORY_URL: urls.history,
    PORTOLAN_STREAMS_URL: urls.streams,
    ...(token ? { PORTOLAN_TOKEN: token } : {}),
  };
}

/** Time limit for the commands of one page, against a hang only: beside other load they take more than a minute. */
const LIMIT_MS = 300_000;

async function inShell(script, urls, token) {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-docs-'));
  try {
    const header = token ? `header = "Authorization: Bearer ${token}"\n` : '';
    writeFileSync(join(folder, '.curlrc'), `fail\n${header}`, { mode: 0o600 });
    const env = { ...process.env, CURL_HOME: folder, ...cliEnvironment(folder, urls, token) };
    const shell = spawn('bash', ['-e'], { cwd: ROOT, env, timeout: LIMIT_MS });
    const ended = once(shell, 'close');
    shell.stdin.end(script);
    const [out, err, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), ended]);
    return { code, out, err };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Matches any text within a line, and alone in a line any number of lines. */
const ANYTHING = '…';

const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Returns the lines without trailing white space. */
const linesOf = (text) =>
  text
    .replace(/\r/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n+$/, '');

/**
 * Reports whether `printed` matches the output on a page, in which `…` matches anything. @param begins true when more may follow
 */
export function isShown(shown, printed, begins = false) {
  const lines = linesOf(shown).split('\n');
  const isOpen = lines.at(-1).trim() === ANYTHING;
  if (isOpen) lines.pop();
  const pattern = lines.map((line, index) => {
    const end = index + 1 === lines.length ? '' : String.raw`\n`;
    if (line.trim() === ANYTHING) return String.raw`(?:[^\n]*\n)*?`;
    return `${line
      .split(ANYTHING)
      .map(escape)
      .join(String.raw`[^\n]*`)}${end}`;
  });
  return new RegExp(`^${pattern.join('')}${begins || isOpen ? String.raw`(?:\n|$)` : '$'}`).test(
    linesOf(printed),
  );
}
