import Anser from 'anser';

/** A part of a line, and the classes of its colour and its decorations. */
export interface AnsiPart {
  content: string;
  names: string;
}

/** Sequences without a colour that {@link Anser} leaves in the text: titles, links, character sets, modes of a keyboard. */
const OTHERS = /\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()*+][0-9A-Z]|[=>78cDEHM])/g;
/** A colour whose numbers are between colons, as some programs write it. */
const COLONS = /(?<=\u001b\[)[\d;]*:[\d;:]*(?=m)/g;

/** The colours in the order of their bits: red 1, green 2, blue 4. */
const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
/** Channels that differ less are a grey. */
const GREY = 40;

/**
 * Returns the one of eight colours that is closest to another one: only these can be read on a light and on a dark page. A light
 * grey is the colour of the text. Pure.
 */
function nearest(rgb: string): string | undefined {
  const channels = rgb.split(',').map(Number);
  const [low, high] = [Math.min(...channels), Math.max(...channels)];
  if (high - low < GREY) return high < 160 ? 'black' : undefined;
  return NAMES[channels.reduce((sum, channel, bit) => sum + (channel > (low + high) / 2 ? 2 ** bit : 0), 0)];
}

/** Returns a text without its escape sequences, in parts of one colour each. Pure. */
export function ansiParts(text: string): AnsiPart[] {
  if (!text.includes('\u001b')) return [{ content: text, names: '' }];
  const plain = text.replace(OTHERS, '').replace(COLONS, (numbers) => numbers.replace(/:+/g, ';'));
  return Anser.ansiToJson(plain, { remove_empty: true }).map(({ content, fg, decorations }) => {
    const colour = fg ? nearest(fg) : undefined;
    const names = [...(colour === undefined ? [] : [colour]), ...decorations];
    return { content, names: names.map((name) => `ansi-${name}`).join(' ') };
  });
}
