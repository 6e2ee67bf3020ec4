import type { Session } from './session.ts';
import { missingNote, troubleNotes } from './trouble-notes.ts';

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

it('[CLI-STREAM-9] a note names the worker whose events are missing', () => {
  expect(missingNote(1, 'sine-1-worker-0-2:8')).toMatch(/^1 event of sine-1-worker-0-2 is missing here/);
  expect(missingNote(132, 'a:b:8')).toMatch(/^132 events of a:b are missing here/);
});
