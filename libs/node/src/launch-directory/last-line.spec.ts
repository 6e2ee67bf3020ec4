import { lastLineIn } from './last-line';

const NODE_CRASH = `/job/main.js:3
throw new Error('the topic "orders" does not exist');
^

Error: the topic "orders" does not exist
    at Object.<anonymous> (/job/main.js:3:7) {
  code: 'ENOENT'
}

Node.js v22.23.1
`;

it.each([
  ['', undefined],
  ['\n\n  \n', undefined],
  ['one\ntwo\n', 'two'],
  ['no line break at the end', 'no line break at the end'],
  [NODE_CRASH, 'Error: the topic "orders" does not exist'],
  ['Traceback (most recent call last):\n  File "x.py"\nKeyError: 5\n', 'KeyError: 5'],
  [
    'Exception in thread "main" java.io.IOException: x\n\tat A.b(A.java:1)\n',
    'Exception in thread "main" java.io.IOException: x',
  ],
  ['\u001b[31mred\u001b[0m\u0007 bell\u0000\r\n', 'red bell'],
  ['50 %\r100 %\rdone', 'done'],
])('the last line of %j is %j', (text, line) => expect(lastLineIn(text)).toBe(line));

it('cuts a long line', () => expect(lastLineIn(`x${'y'.repeat(2000)}`)).toHaveLength(512));
