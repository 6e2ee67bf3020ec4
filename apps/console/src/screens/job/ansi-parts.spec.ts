import { ansiParts } from './ansi-parts';

const coloured = (text: string): string[] =>
  ansiParts(text).map(({ content, names }) => (names === '' ? content : `${names}: ${content}`));

describe('[CONSOLE-JOB-1] a line of output', () => {
  it('without a sequence is one text', () => expect(coloured('a [31m b')).toEqual(['a [31m b']));

  it.each([
    ['one of 16 colours', '31', 'ansi-red'],
    ['a bright one', '92', 'ansi-green'],
    ['one of 256 colours', '38;5;208', 'ansi-yellow'],
    ['a colour of 24 bits', '38;2;80;90;255', 'ansi-blue'],
    ['a colour between colons', '38:2::255:0:80', 'ansi-red'],
    ['a colour without a colour space', '38:2:255:0:80', 'ansi-red'],
    ['a colour of a numbered colour space', '38:2:1:255:0:80', 'ansi-red'],
    ['one of 256 colours between colons', '38:5:208', 'ansi-yellow'],
    ['a wavy underline', '31;4:3', 'ansi-red ansi-underline'],
    ['an underline with a colour of its own', '4;58:2::255:0:0', 'ansi-underline'],
    ['a decoration that is set again', '1m\u001b[1;3', 'ansi-bold'],
    ['no underline any more', '4;31m\u001b[4:0', 'ansi-red'],
    ['its colour beside the colour of an underline', '31m\u001b[58:5:4', 'ansi-red'],
    ['a dark grey', '38;5;240', 'ansi-black'],
    ['two decorations', '1;4;36', 'ansi-cyan ansi-bold ansi-underline'],
  ])('has %s', (_, numbers, names) =>
    expect(coloured(`a \u001b[${numbers}mb\u001b[0m c`)).toEqual(['a ', `${names}: b`, ' c']),
  );

  it.each(['37', '38;5;255', '39'])('has the colour of the text for %s', (numbers) =>
    expect(coloured(`a \u001b[${numbers}mb`)).toEqual(['a ', 'b']),
  );

  it.each([
    ['a title', '\u001b]0;title\u0007'],
    ['a link', '\u001b]8;;https://example.org\u001b\\'],
    ['a string for the terminal', '\u001bP1;2q#0\u001b\\'],
    ['a command of a program', '\u001b_Ga=T;AAAA\u001b\\'],
    ['a character set', '\u001b(B'],
    ['a move of the cursor', '\u001b[2K\u001b[1A'],
    ['a keyboard mode', '\u001b='],
  ])('does not show %s', (_, sequence) => expect(coloured(`a${sequence}b`).join('')).toBe('ab'));
});
