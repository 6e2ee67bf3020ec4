import type { Session } from './session.ts';
import { troubleNotes } from './trouble-notes.ts';

it('[CLI-OUT-7] reports interruptions of several requests once', () => {
  const notes: string[] = [];
  const terminal = { note: (text: string) => void notes.push(text) };
  const trouble = troubleNotes({ terminal } as unknown as Session);
  trouble(new Error('aborted'));
  trouble(new Error('refused'));
  trouble(undefined);
  expect(notes).toEqual(['connection lost (the service closed it); trying again']);
  trouble(undefined);
  trouble(new Error('reset'));
  expect(notes.slice(1)).toEqual([
    'connected again; nothing is missing',
    'connection lost (reset); trying again',
  ]);
});
