import type { IncomingMessage } from 'node:http';
import { CertificateAuthenticator } from './certificate.authenticator';
import { XFCC, forwardedCertificate, partOf, readSubject, subjectOfPeer, writeSubject } from './subject';
import { trustedProxies } from '../../requests/forwarded';

describe('the subject of a certificate', () => {
  it.each([
    ['CN=alice,OU=platform,O=Example', ['CN', 'alice'], 3],
    ['/O=Example/OU=platform/CN=alice', ['CN', 'alice'], 3],
    ['CN=Doe\\, Jane,O=Example', ['CN', 'Doe, Jane'], 2],
    ['CN="Doe, Jane" , O=Example', ['CN', 'Doe, Jane'], 2],
    ['CN=Andr\\C3\\A9+OU=x,O=Example', ['CN', 'André'], 3],
    ['2.5.4.3=alice', ['2.5.4.3', 'alice'], 1],
  ])('reads the subject of a certificate from %s', (text, first, parts) => {
    const subject = readSubject(text);
    expect([subject?.[0], subject?.length]).toEqual([first, parts]);
  });

  it.each(['', 'alice', 'CN=alice,', 'CN=a,=b'])('reads no subject of a certificate from "%s"', (text) => {
    expect(readSubject(text)).toBeUndefined();
  });

  it('cannot be forged by the contents of a name', () => {
    const subject = readSubject('CN=eve\\,OU=platform,O=Example') ?? [];
    expect(partOf(subject, 'ou')).toBeUndefined();
    expect(readSubject(writeSubject(subject))).toEqual(subject);
  });

  it('is the same from a connection as from a header', () => {
    const peer = subjectOfPeer({ O: 'Example', OU: ['data', 'platform'], CN: 'alice' });
    expect(writeSubject(peer)).toBe('CN=alice,OU=platform,OU=data,O=Example');
  });
});

describe('a certificate forwarded by a proxy', () => {
  const settings = { header: XFCC, verifyHeader: 'ssl-client-verify' };
  const read = (text: string) => forwardedCertificate({ [XFCC]: text }, settings)?.subject;

  it('reads a forwarded certificate from x-forwarded-client-cert', () => {
    expect(read('By=spiffe://a;Hash=1f;Subject="CN=alice,O=\\"Example\\"";URI=spiffe://b')?.[0]).toEqual([
      'CN',
      'alice',
    ]);
    expect(read('')).toBeUndefined();
  });

  it.each(['Subject="CN=eve",Hash=1f;Subject="CN=alice"', 'Hash=1f', 'Subject=nobody'])(
    'refuses a forwarded certificate: %s',
    (text) => {
      expect(() => read(text)).toThrow();
    },
  );
});

it.each([',', '\\"', ' ', 'a='])('a subject of many %s is read in linear time', (part) => {
  const text = part.repeat(65_536 / part.length);
  const began = process.cpuUsage();
  readSubject(`CN=${text}x`);
  const header = { [XFCC]: `Subject="CN=${text}x` };
  expect(() => forwardedCertificate(header, { header: XFCC, verifyHeader: '' })).toThrow();
  // Quadratic time would be ten seconds.
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});

describe('the role of a certificate', () => {
  const authenticator = new CertificateAuthenticator({
    AUTH_X509_NAME: 'cn',
    AUTH_X509_ROLES: ['OU=platform=admin', 'alice=submitter', '*=reader'],
    AUTH_X509_HEADER: 'subject',
    AUTH_X509_VERIFY_HEADER: 'verify',
    TRUSTED_PROXIES: ['127.0.0.1'],
  });
  const raw = { socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage;

  it.each([
    ['CN=bob,OU=platform', 'admin'],
    ['CN=alice,OU=data', 'submitter'],
    ['CN=OU\\=platform,OU=data', 'reader'],
    ['CN="OU=platform"', 'reader'],
    ['CN=alice\\,OU=platform', 'reader'],
  ])('a certificate of %s has the role %s', (subject, role) => {
    const headers = { subject, verify: 'SUCCESS' };
    expect(authenticator.authenticate({ headers, url: '/', ip: '', raw })?.roles).toEqual([role]);
  });
});

describe('trusted proxies', () => {
  const isProxy = trustedProxies(['10.0.0.0/8', '192.168.7.7', 'loopback', 'fd00::/8']);

  it.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['192.168.7.7', true],
    ['127.0.0.9', true],
    ['::1', true],
    ['fd12::1', true],
    ['11.0.0.1', false],
    ['192.168.7.8', false],
    ['fe80::1', false],
    ['nonsense', false],
    [undefined, false],
  ])('are reported by %s: %s', (address, expected) => {
    expect(isProxy(address)).toBe(expected);
  });
});
