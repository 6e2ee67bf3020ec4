/** Headers, forms, encodings and frames that parsers of the protocol, rather than handlers, have to survive. */
import { deflateSync, gzipSync } from 'node:zlib';

const TAGS = ['*', '"a","b",W/"c"', '*,"a"', '"', 'W/', '"a" "b"', ',,,', Array(2000).fill('"x"').join()];
const RANGES = [
  ...['bytes=0-', 'bytes=-1', 'bytes=-0', 'bytes=9-1', 'bytes=0-0,5-9', 'bytes=-', 'bytes', '=', 'bits=0-1'],
  ...['bytes=a-b', 'bytes= 0 - 1', 'bytes=0-1e3', 'bytes=99999999999999999999-'],
  `bytes=${Array.from({ length: 1200 }, (_, i) => `${i}-${i}`).join()}`,
];
const DATES = ['garbage', '-1', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Sat, 99 Foo 99999 99:99:99 GMT'];
const EVENT_IDS = ['x', '-1', '1e9', '0x10', '%00', '', '9'.repeat(50), '\xff', '0,1'];
const TYPES = [
  ...[
    'nonsense',
    'text/html, */*;q=0.1',
    '*/*;q=nan',
    'application/json;q=0',
    ',,,',
    ';q=1',
    'a'.repeat(5000),
  ],
  ...['text/event-stream;q=0', 'text/event-stream, application/json', 'text/event-stream, '.repeat(200)],
];

const named = (name, values) => values.map((value) => ({ [name]: value }));

export const ODD_HEADERS = [
  ...named('if-none-match', TAGS),
  ...named('if-match', TAGS),
  ...named('if-modified-since', DATES),
  ...named('range', RANGES),
  ...RANGES.map((range) => ({ range, 'if-range': '"a"' })),
  ...named('last-event-id', EVENT_IDS),
  ...EVENT_IDS.map((id) => ({ accept: 'text/event-stream', 'last-event-id': id })),
  ...named('accept', TYPES),
  ...named('accept-encoding', ['gzip;q=0, br;q=0', '*;q=0', 'identity;q=0', 'gzip, '.repeat(500)]),
  ...named('x-request-id', ['<script>', 'y'.repeat(500)]),
  ...[{ 'x-long': 'x'.repeat(20_000) }, { forwarded: 'for="_x;host=a' }, { cookie: 'a=b;;;=' }],
  ...[{ traceparent: '00-zz-zz-zz' }, { authorization: 'Bearer' }, { authorization: 'Basic ====' }],
  { expect: 'banana' },
];

const JSON_TEXT = '{"name":"x"}';

/** Bodies with a `Content-Encoding`; the last one would expand to 100 MB. */
export const ENCODED = [
  { encoding: 'gzip', body: gzipSync(JSON_TEXT) },
  { encoding: 'deflate', body: deflateSync(JSON_TEXT) },
  { encoding: 'gzip', body: Buffer.from(JSON_TEXT) },
  { encoding: 'gzip, gzip', body: gzipSync(gzipSync(JSON_TEXT)) },
  { encoding: 'nonsense', body: Buffer.from(JSON_TEXT) },
  { encoding: 'gzip', body: gzipSync(Buffer.alloc(100 * 2 ** 20, '0')) },
];

export const FORM_TYPE = 'multipart/form-data; boundary=BB';

const part = (disposition, body, more = '') =>
  `--BB\r\nContent-Disposition: form-data${disposition}${more}\r\n\r\n${body}\r\n`;
const file = (name, more) => part(`; name="attachment"; filename="${name}"`, 'x', more);
const request = (text) => part('; name="request"', text, '\r\nContent-Type: application/json');
const END = '--BB--\r\n';
const JOB = request(
  '{"name":"n","user":"u","version":"1","commandCriteria":["none"],"clusterCriterias":[{"tags":["none"]}]}',
);

/** Forms with parts that are missing, repeated, unnamed, misnamed, too many, too large, or not ended. */
export const ODD_FORMS = [
  ...['', END, JOB, `${JOB}${JOB}${END}`, `${file('a')}${END}`, `${file('a')}${JOB}${END}`],
  ...[
    '../../x',
    '..\\\\x',
    '/etc/x',
    '.',
    '',
    'run',
    'stdout',
    'x'.repeat(5000),
    'a%0d%0ab',
    '\u200b',
    'a\u001bb',
  ].map((name) => `${JOB}${file(name)}${END}`),
  `${JOB}${file('a')}${file('a')}${END}`,
  `${JOB}${part('', 'x')}${part('; name="__proto__"', 'x')}${END}`,
  `${JOB}${part(`; name="attachment"; filename*=XX''%ff`, 'x')}${END}`,
  `${JOB}${file('b', '\r\nContent-Transfer-Encoding: base64')}${END}`,
  `${JOB}${file('c', '\r\nX: y'.repeat(3000))}${END}`,
  `--BB\r\n\r\nx\r\n${JOB}${END}`,
  `${request('{')}${END}`,
  `${request(`{"a":"${'x'.repeat(1_200_000)}"}`)}${END}`,
  `${JOB}${Array.from({ length: 200 }, (_, i) => part(`; name="f${i}"`, 'x')).join('')}${END}`,
  `${JOB}${Array.from({ length: 150 }, (_, i) => file(`f${i}`)).join('')}${END}`,
  `${JOB.replaceAll('\r\n', '\n')}${END}`,
  `${JOB}${END}${'x'.repeat(100_000)}`,
];

const PING = [0x89, 0xfd, 0, 0, 0, 0, ...Array(125).fill(120)];
const framed = (...bytes) => Buffer.from(bytes);

/** Frames that a client sends on an opened websocket: broken ones, too many, and too large ones. */
export const ODD_FRAMES = [
  framed(0x83, 0x80, 0, 0, 0, 0),
  framed(0xf1, 0x80, 0, 0, 0, 0),
  framed(0x81, 0x01, 0x61),
  framed(0x88, 0x81, 0, 0, 0, 0, 0x78),
  framed(0x88, 0x82, 0, 0, 0, 0, 0, 1),
  framed(0x09, 0x81, 0, 0, 0, 0, 0x78),
  framed(0x81, 0x81, 0, 0, 0, 0, 0xff),
  framed(0x80, 0x81, 0, 0, 0, 0, 0x78),
  framed(0x82, 0xff, ...Array(8).fill(0xff), 0, 0, 0, 0),
  framed(0x81, 0xff, 0, 0, 0, 0, 0, 1, 0x11, 0x70, 0, 0, 0, 0),
  Buffer.concat(Array(2000).fill(framed(...PING))),
  Buffer.concat(Array(5000).fill(framed(0x01, 0x81, 0, 0, 0, 0, 0x61))),
];
