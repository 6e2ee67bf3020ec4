/** Pastes the commands of a page into a shell, as a reader would, and hears what they print. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { ROOT } from '../settings.mjs';
import { isShown } from './shown.mjs';

/** Addresses in the pages, by the key of the service that listens there by default. */
const PORTS = { streams: 7101, history: 7102, jobs: 7103 };

const TIME_LIMIT_MS = 60_000;

/** How long a block that follows something is read before it is ended, s; a reader would press Ctrl-C. */
const FOLLOWED_S = 3;

/** Between the outputs of two blocks. */
const MARK = '\u001e';

/** A text of a page with the addresses of the running system. */
export const withAddresses = (script, urls) =>
  Object.entries(PORTS).reduce(
    (all, [key, port]) => all.replaceAll(`localhost:${port}`, urls[key].replace('http://', '')),
    script,
  );

/** Returns the printed text with the addresses that the pages have. */
const withDefaultAddresses = (printed, urls) =>
  Object.entries(PORTS).reduce((all, [key, port]) => {
    const { port: actual } = new URL(urls[key]);
    return all.replace(
      new RegExp(String.raw`\b(?:127\.0\.0\.1|localhost):${actual}\b`, 'g'),
      `localhost:${port}`,
    );
  }, printed);

/** Runs a block in the background of its shell, with its variables, as a process group, and ends that. */
const followed = (script) =>
  `set -m; { ${script}\n} & followed=$!; disown $followed; set +m\n` +
  `sleep ${FOLLOWED_S}; kill -INT -- -$followed 2>/dev/null || true; sleep 0.2\n`;

/**
 * Pastes the blocks of one page, in order, into one shell whose curl fails on every answer of 400 and above.
 * @param {{ block: import('./blocks.mjs').Block, shown: string | undefined }[]} pastes
 * @param {Record<'streams' | 'history' | 'jobs', string>} urls
 * @param {string} [token] that curl sends
 * @returns {Promise<string[]>} what is wrong, a text for each block; none when the page tells the truth
 */
export async function pasteAll(pastes, urls, token) {
  const script = pastes
    .map(
      ({ block }) =>
        `printf '${MARK}'\n${block.words.includes('follow') ? followed(block.text) : block.text}`,
    )
    .join('\n');
  const { code, out, err } = await inShell(withAddresses(script, urls), token);
  const printed = withDefaultAddresses(out, urls).split(MARK).slice(1);
  const problems = printed.flatMap((one, index) => problemOf(pastes[index], one));
  if (code !== 0 || err !== '') {
    const { block } = pastes[Math.max(0, printed.length - 1)];
    problems.push(
      `${block.name} (line ${block.line}) ended with ${code ?? 'no code in time'}\n${printed.at(-1) ?? ''}${err}`,
    );
  }
  return problems;
}

function problemOf({ block, shown }, printed) {
  const where = `${block.name} (line ${block.line})`;
  if (shown === undefined)
    return printed.trim() === ''
      ? []
      : [`${where} prints something that the page does not show:\n${printed}`];
  return isShown(shown, printed, block.words.includes('follow'))
    ? []
    : [`${where} prints something else than the page shows:\n${printed}`];
}

async function inShell(script, token) {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-docs-'));
  try {
    const header = token ? `header = "Authorization: Bearer ${token}"\n` : '';
    writeFileSync(join(folder, '.curlrc'), `fail\n${header}`, { mode: 0o600 });
    const shell = spawn('bash', ['-e'], {
      cwd: ROOT,
      env: { ...process.env, CURL_HOME: folder },
      timeout: TIME_LIMIT_MS,
    });
    const ended = new Promise((resolve, reject) => {
      shell.on('error', reject).on('close', (code) => resolve(code));
    });
    shell.stdin.end(script);
    const [out, err, code] = await Promise.all([text(shell.stdout), text(shell.stderr), ended]);
    return { code, out, err };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
