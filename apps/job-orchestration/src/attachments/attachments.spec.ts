import { attachmentName } from './attachments';

describe('the name of an attachment', () => {
  it.each(['query.sql', 'a b', '...', 'ü', '.hidden'])('accepts an attachment named %j', (name) =>
    expect(attachmentName(name)).toBe(name),
  );

  it('names a refused attachment and the reason', () => {
    expect(() => attachmentName('\u200b')).toThrow('it must contain a visible character');
    expect(() => attachmentName('a/b')).toThrow(
      'it must be a file name of 1 to 255 bytes without a directory',
    );
  });

  it.each([
    '',
    undefined,
    '.',
    '..',
    '../x',
    'a/b',
    'a\\b',
    'a\0b',
    'a\nb',
    'x'.repeat(256),
    '\u200b',
    ' ',
    'a ',
    '\u0085a',
  ])('refuses an attachment named %j', (name) =>
    expect(() => attachmentName(name)).toThrow('is not the name of an attachment'),
  );
});
