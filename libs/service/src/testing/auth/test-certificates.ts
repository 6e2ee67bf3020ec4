import { webcrypto } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  cryptoProvider,
  type Extension,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const HOUR_MS = 3_600_000;

/** A certificate and its key, PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
}

/** The properties of a test's certificate. */
export interface CertificateOptions {
  email?: string;
  /** Whether the certificate has expired. */
  over?: boolean;
}

/** A certificate authority for one test: real keys, real certificates. */
export class TestAuthority {
  private serial = 1;

  private constructor(
    private readonly name: string,
    private readonly keys: webcrypto.CryptoKeyPair,
    /** PEM. */
    readonly cert: string,
  ) {}

  static async create(name = 'CN=Authority of tests'): Promise<TestAuthority> {
    cryptoProvider.set(webcrypto);
    const keys = await newKeys();
    const { cert } = await issue(name, keys, name, keys, '01', [
      new BasicConstraintsExtension(true, 1, true),
    ]);
    return new TestAuthority(name, keys, cert);
  }

  /** @param subject `CN=alice,OU=platform` */
  client(subject: string, options: CertificateOptions = {}): Promise<TestCertificate> {
    const names = options.email
      ? [new SubjectAlternativeNameExtension([{ type: 'email', value: options.email }])]
      : [];
    return this.sign(
      subject,
      [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]), ...names],
      options.over,
    );
  }

  /** For a service on loopback. */
  server(): Promise<TestCertificate> {
    return this.sign('CN=127.0.0.1', [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: 'ip', value: '127.0.0.1' },
        { type: 'dns', value: 'localhost' },
      ]),
    ]);
  }

  private async sign(subject: string, extensions: Extension[], over = false): Promise<TestCertificate> {
    const keys = await newKeys();
    const serial = (++this.serial).toString(16).padStart(4, '0');
    return issue(subject, keys, this.name, this.keys, serial, extensions, over);
  }
}

/** Returns the settings of a service that uses TLS with this authority's certificates, and a clean-up function. */
export async function tlsSettings(
  authority: TestAuthority,
): Promise<{ settings: Record<string, string>; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-tls-'));
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const { cert, key } = await authority.server();
  const settings = {
    TLS_CERT_FILE: write('cert.pem', cert),
    TLS_KEY_FILE: write('key.pem', key),
    TLS_CA_FILE: write('ca.pem', authority.cert),
  };
  return { settings, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

async function issue(
  subject: string,
  keys: webcrypto.CryptoKeyPair,
  issuer: string,
  issuerKeys: webcrypto.CryptoKeyPair,
  serialNumber: string,
  extensions: Extension[],
  over = false,
): Promise<TestCertificate> {
  const now = Date.now();
  const made = await X509CertificateGenerator.create({
    serialNumber,
    subject,
    issuer,
    notBefore: new Date(now - 2 * HOUR_MS),
    notAfter: new Date(over ? now - HOUR_MS : now + HOUR_MS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: issuerKeys.privateKey,
    extensions,
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const body = pkcs8.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: made.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`,
  };
}
