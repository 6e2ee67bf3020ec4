/** The output of commands: steps with their duration, progress of long steps, and one clear message on failure. */

/** An expected failure: the message suffices for the user, so no stack is printed. */
export class Failure extends Error {}

const colours = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
export const dim = (text) => paint(2, text);
export const green = (text) => paint(32, text);
export const red = (text) => paint(31, text);

export function say(text = '') {
  process.stdout.write(`${text}\n`);
}

/** The last `count` of `lines`, indented, as the end of a message. */
export const indented = (lines, count = 15) =>
  lines
    .slice(-count)
    .map((line) => `    ${line.slice(0, 400)}`)
    .join('\n');

export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Runs `work` as a named step. A long step is reported every 5 s, with the last text passed to the argument of `work`. */
export async function step(title, work) {
  const begun = Date.now();
  let detail = '';
  const timer = setInterval(() => {
    say(dim(`  … ${title}, ${Math.round((Date.now() - begun) / 1000)} s${detail ? `: ${detail}` : ''}`));
  }, 5000);
  try {
    const result = await work((text) => {
      detail = text.trim().slice(0, 100);
    });
    const note = typeof result === 'string' ? `: ${result}` : '';
    say(`${green('ok')} ${title}${note} ${dim(`(${seconds(Date.now() - begun)})`)}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
