import { fileView } from './file-start';

describe('[V3-FOLLOW-3] the parameters of a file', () => {
  it.each([
    [{}, { follow: false, start: undefined }],
    [
      { follow: 'false', other: 'x' },
      { follow: false, start: undefined },
    ],
    [{ follow: 'true' }, { follow: true, start: { offset: 0 } }],
    [{ offset: '7' }, { follow: false, start: { offset: 7 } }],
    [
      { follow: 'true', tail: '0' },
      { follow: true, start: { tail: 0 } },
    ],
  ])('reads the parameters of a file: %j', (query, view) => expect(fileView(query)).toEqual(view));

  it.each([
    [{ follow: 'yes' }, 'follow must be true or false'],
    [{ follow: '' }, 'follow must be true or false'],
    [{ follow: ['true', 'true'] }, 'follow must be true or false'],
    [{ offset: '-1' }, 'offset must be a whole number from 0 to 9007199254740991'],
    [{ offset: '' }, 'offset must be a whole number'],
    [{ offset: '1.5' }, 'offset must be a whole number'],
    [{ offset: '9007199254740992' }, 'offset must be a whole number'],
    [{ tail: ['1', '2'] }, 'tail must be a whole number'],
    [{ offset: '1', tail: '1' }, 'tail must not be given together with offset'],
  ])('refuses the parameters of a file: %j', (query, message) => {
    expect(() => fileView(query)).toThrow(expect.objectContaining({ kind: 'malformed' }) as Error);
    expect(() => fileView(query)).toThrow(message);
  });
});
