import { Readable } from 'node:stream';
import { readDocument } from './document.ts';

it('[CLI-SUBMIT-2] refuses a file with several documents', async () => {
  const sources = { stdin: Readable.from([Buffer.from('name: a\n---\nname: b\n')]), cwd: '/' };
  await expect(readDocument(sources, '-')).rejects.toThrow(
    'standard input has several documents, separated by ---; expected one',
  );
});
