import Anser from 'anser';

/** A part of a line, and the classes of its colour and its decorations. */
export interface AnsiPart {
  content: string;
  names: string;
}

/**
 * Sequences without a colour that {@link Anser} leaves in the text: titles, links, strings for the terminal, character sets, modes of
 * a keyboard.
 */
const OTHERS =
  /\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[PX^_][^\u001b]*\u001b\\|[()*+][0-9A-Z]|[=>78cDEHM])/g;
/** A sequence with numbers between colons, as some programs write colours and kinds of underlines. */
const COLONS = /\u001b\[([\d;]*:[\d;:]*)m/g;
/** The decorations that have a style; others are not shown. */
const DECORATIONS = ['bold', 'underline'] as const;

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

/**
 * Returns a parameter as the parameters between semicolons that {@link Anser} knows; none for one without an effect on the text. Pure.
 */
function withoutColons(parameter: string): string[] {
  if (!parameter.includes(':')) return [parameter];
  const [kind = '', mode = '', ...values] = parameter.split(':');
  if (kind === '4') return [mode === '0' ? '24' : '4'];
  if (kind !== '38' && kind !== '48') return [];
  // With four values the first one is the colour space.
  const channels = values.slice(values.length > 3 ? 1 : 0).slice(0, 3);
  return [kind, mode, ...(mode === '2' ? channels : values.slice(0, 1))];
}

/** Returns a sequence whose parameters stand between semicolons. An empty sequence would reset all colours. Pure. */
function semicolons(_sequence: string, parameters: string): string {
  const known = parameters.split(';').flatMap(withoutColons);
  return known.length === 0 ? '' : `\u001b[${known.join(';')}m`;
}

/** Returns a text without its escape sequences, in parts of one colour each. Pure. */
export function ansiParts(text: string): AnsiPart[] {
  if (!text.includes('\u001b')) return [{ content: text, names: '' }];
  const plain = text.replace(OTHERS, '').replace(COLONS, semicolons);
  return Anser.ansiToJson(plain, { remove_empty: true }).map(({ content, fg, decorations }) => {
    const colour = fg ? nearest(fg) : undefined;
    // Anser names a decoration again with each sequence that sets it.
    const shown = DECORATIONS.filter((name) => decorations.includes(name));
    const names = [...(colour === undefined ? [] : [colour]), ...shown];
    return { content, names: names.map((name) => `ansi-${name}`).join(' ') };
  });
}
