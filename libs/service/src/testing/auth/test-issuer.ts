import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  SignJWT,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
} from 'jose';

interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}

/** The claims of a test's token; an absent one gets its valid value. */
export interface TestClaims {
  subject?: string;
  roles?: readonly string[];
  issuer?: string;
  audience?: string;
  /** Seconds from now; negative: expired. @default 600 */
  expiresIn?: number;
  header?: Partial<JWTHeaderParameters>;
  more?: Record<string, unknown>;
}

export const TEST_AUDIENCE = 'portolan-tests';
const ALGORITHM = 'ES256';

/** A real issuer of tokens on loopback: keys of its own, a discovery document and a key set over HTTP. */
export class TestIssuer {
  /** Number of requests for its keys. */
  keyRequests = 0;
  private keys: SigningKey[] = [];

  private constructor(private server: Server) {}

  static async start(): Promise<TestIssuer> {
    const issuer = new TestIssuer(createServer());
    await issuer.rotate();
    await issuer.listen(0);
    return issuer;
  }

  /** Also its `iss`. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  private port = 0;

  /** The settings of a service that accepts its tokens. */
  get settings(): Record<string, string> {
    return { AUTH_ISSUER: this.url, AUTH_AUDIENCE: TEST_AUDIENCE };
  }

  /** Creates new keys; the previous ones are dropped unless `keep`. */
  async rotate({ keep = false } = {}): Promise<void> {
    const made = await generateKeyPair(ALGORITHM, { extractable: true });
    const key = { kid: `key-${this.keys.length + 1}-${Math.random().toString(36).slice(2, 8)}`, ...made };
    this.keys = keep ? [key, ...this.keys] : [key];
  }

  /** Returns a token signed with the newest key. */
  token(claims: TestClaims = {}): Promise<string> {
    const { privateKey, kid } = this.newest;
    return this.unsigned(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid, ...claims.header })
      .sign(privateKey);
  }

  /**
   * Opens something with a token that expires soon: after 2 s or, where opening takes longer, later.
   * @param open resolves to undefined when the token has expired before
   */
  async openBriefly<T>(
    claims: TestClaims,
    open: (token: string) => Promise<T | undefined>,
  ): Promise<{ token: string; opened: T }> {
    for (let expiresIn = 2; expiresIn <= 64; expiresIn *= 2) {
      const token = await this.token({ ...claims, expiresIn });
      const opened = await open(token);
      if (opened !== undefined) return { token, opened };
    }
    throw new Error('no token lasted long enough');
  }

  /** Returns a token that names a key missing from the set. */
  async foreignToken(claims: TestClaims = {}): Promise<string> {
    const { privateKey } = await generateKeyPair(ALGORITHM);
    return this.unsigned(claims).setProtectedHeader({ alg: ALGORITHM, kid: 'nobody-knows' }).sign(privateKey);
  }

  /** Returns a token signed with the public key as a shared secret: an attack on verifiers that trust a token's own algorithm. */
  async confusedToken(claims: TestClaims = {}): Promise<string> {
    const secret = new TextEncoder().encode(await exportSPKI(this.newest.publicKey));
    return this.unsigned(claims).setProtectedHeader({ alg: 'HS256', kid: this.newest.kid }).sign(secret);
  }

  /** Returns a token that declares no signature. */
  async unsecuredToken(claims: TestClaims = {}): Promise<string> {
    const [, payload = ''] = (await this.token(claims)).split('.');
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
  }

  /** Stops the issuer; its address stays reserved. */
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Starts the issuer again. */
  async restart(): Promise<void> {
    await this.listen(this.port);
  }

  private get newest(): SigningKey {
    const [key] = this.keys;
    if (!key) throw new Error('no key');
    return key;
  }

  private unsigned({ subject, roles, issuer, audience, expiresIn = 600, more }: TestClaims): SignJWT {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ ...(roles ? { roles } : {}), ...more })
      .setSubject(subject ?? 'somebody')
      .setIssuer(issuer ?? this.url)
      .setAudience(audience ?? TEST_AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(now + expiresIn);
  }

  private async listen(port: number): Promise<void> {
    this.server = createServer((request, response) => {
      void this.answer(request.url ?? '').then((body) => {
        response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body ?? {}));
      });
    });
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  private async answer(path: string): Promise<object | undefined> {
    if (path === '/.well-known/openid-configuration')
      return { issuer: this.url, jwks_uri: `${this.url}/keys` };
    if (path !== '/keys') return undefined;
    this.keyRequests += 1;
    return { keys: await Promise.all(this.keys.map(publicJwk)) };
  }
}

const publicJwk = async ({ kid, publicKey }: SigningKey): Promise<JWK> => ({
  ...(await exportJWK(publicKey)),
  kid,
  alg: ALGORITHM,
  use: 'sig',
});
