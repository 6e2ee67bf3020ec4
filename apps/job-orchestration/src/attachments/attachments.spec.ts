import { attachmentName } from './attachments';

describe('the name of an attachment', () => {
  it.each(['query.sql', 'a b', '...', 'ü', '.hidden'])('may be %j', (name) =>
    expect(attachmentName(name)).toBe(name),
  );

  it.each(['', undefined, '.', '..', '../x', 'a/b', 'a\\b', 'a\0b', 'a\nb', 'x'.repeat(256)])(
    'may not be %j',
    (name) => expect(() => attachmentName(name)).toThrow('is not a valid attachment name'),
  );
});
