import { TLSSocket, type PeerCertificate } from 'node:tls';
import type { AuthConfig } from '../../config/auth-config';
import {
  Via,
  readRoleMap,
  rolesOf,
  type Authenticator,
  type Credentials,
  type Principal,
  type Role,
  type RoleMap,
} from '../../identity/principal';
import { invalidCertificate } from '../../identity/refusals';
import {
  forwardedCertificate,
  partOf,
  subjectOfPeer,
  writeSubject,
  type ForwardedSettings,
  type Subject,
} from './subject';
import { trustedProxies, type IsProxy } from '../../requests/forwarded';

type Settings = Pick<
  AuthConfig,
  `AUTH_X509_${'NAME' | 'ROLES' | 'HEADER' | 'VERIFY_HEADER'}` | 'AUTH_DEFAULT_ROLE' | 'TLS_CA_FILE'
> & { TRUSTED_PROXIES: readonly string[] };

const EVERYBODY = '*';

/** Authenticates by certificate (V3-AUTH-3): the connection's or, with `AUTH_X509_HEADER`, the one forwarded by a trusted proxy. */
export class CertificateAuthenticator implements Authenticator {
  readonly challenge = 'Certificate';
  private readonly roles: RoleMap;
  private readonly forwarded: ForwardedSettings | undefined;
  private readonly isProxy: IsProxy;
  private readonly name: Settings['AUTH_X509_NAME'];
  private readonly fallback: Role | undefined;

  constructor(private readonly settings: Settings) {
    this.name = settings.AUTH_X509_NAME;
    this.roles = readRoleMap(settings.AUTH_X509_ROLES);
    this.fallback = this.roles.get(EVERYBODY) ?? settings.AUTH_DEFAULT_ROLE;
    this.isProxy = trustedProxies(settings.TRUSTED_PROXIES);
    const header = settings.AUTH_X509_HEADER?.toLowerCase();
    const verifyHeader = settings.AUTH_X509_VERIFY_HEADER.toLowerCase();
    this.forwarded = header ? { header, verifyHeader } : undefined;
  }

  authenticate({ headers, raw }: Credentials): Principal | undefined {
    // A proxy's own certificate does not identify its client: the forwarded one takes precedence.
    if (this.forwarded && this.isProxy(raw.socket.remoteAddress)) {
      const certificate = forwardedCertificate(headers, this.forwarded);
      return certificate && this.principalOf(certificate.subject);
    }
    const asksPeers = this.settings.TLS_CA_FILE !== undefined;
    return asksPeers && raw.socket instanceof TLSSocket ? this.ofPeer(raw.socket) : undefined;
  }

  private ofPeer(socket: TLSSocket): Principal | undefined {
    const certificate = socket.getPeerCertificate() as PeerCertificate | Record<string, never>;
    if (!isCertificate(certificate)) return undefined;
    if (!socket.authorized) throw invalidCertificate(certificateProblem(socket, certificate));
    const email = this.name === 'email' ? emailOf(certificate.subjectaltname) : undefined;
    const principal = this.principalOf(subjectOfPeer({ ...certificate.subject }), email);
    return { ...principal, expiresAt: Date.parse(certificate.valid_to) };
  }

  private principalOf(subject: Subject, email?: string): Principal {
    const name = this.nameOf(subject) ?? email;
    if (name === undefined) throw invalidCertificate(`the client certificate has no ${this.name}`);
    const parts = subject.map(([type, value]) => `${type}=${value}`);
    // A common name may contain `OU=platform`: it must not match that part of the subject.
    const names = this.name !== 'dn' && name.includes('=') ? parts : [name, ...parts];
    const roles = rolesOf(names, this.roles, { own: false, fallback: this.fallback });
    return { subject: name, roles, via: Via.X509 };
  }

  private nameOf(subject: Subject): string | undefined {
    if (this.name === 'dn') return writeSubject(subject);
    return this.name === 'cn' ? partOf(subject, 'cn') : partOf(subject, 'emailaddress', 'email', 'e');
  }
}

function certificateProblem(
  { authorizationError: error }: TLSSocket,
  { valid_from: from, valid_to: to }: PeerCertificate,
): string {
  // The declared type is Error, but the value is OpenSSL's code.
  const code: unknown = error;
  if (code === 'CERT_HAS_EXPIRED') return `the client certificate expired at ${isoTime(to)}`;
  if (code === 'CERT_NOT_YET_VALID') return `the client certificate is not valid before ${isoTime(from)}`;
  return 'the client certificate is not signed by an authority of TLS_CA_FILE';
}

function isoTime(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString().replace('.000Z', 'Z');
}

/** Without a certificate Node.js returns an empty object. */
const isCertificate = (given: PeerCertificate | Record<string, never>): given is PeerCertificate =>
  Object.keys(given).length > 0;

const emailOf = (names: string | undefined): string | undefined =>
  /(?:^|, )email:([^,"\s]+)/.exec(names ?? '')?.[1];
