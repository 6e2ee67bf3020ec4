import { TLSSocket, type PeerCertificate } from 'node:tls';
import type { AuthConfig } from '../../config/auth-config';
import type { Authenticator, Credentials } from '../authenticator';
import { Via, type Principal, type Role } from '../principal';
import { invalidCertificate } from '../refusals';
import { readRoleMap, rolesOf, type RoleMap } from '../roles';
import { forwardedCertificate, type ForwardedSettings } from './forwarded-certificate';
import { partOf, subjectOfPeer, writeSubject, type Subject } from './subject';
import { trustedProxies } from './trusted-proxies';

type Settings = Pick<
  AuthConfig,
  | 'AUTH_X509_NAME'
  | 'AUTH_X509_ROLES'
  | 'AUTH_X509_HEADER'
  | 'AUTH_X509_VERIFY_HEADER'
  | 'AUTH_DEFAULT_ROLE'
  | 'TLS_CA_FILE'
> & { TRUSTED_PROXIES: readonly string[] };

/** Gives everybody a role. */
const EVERYBODY = '*';

/**
 * Knows clients by their certificate (job-orchestration-v3, Authentication): the one of the connection, verified by the
 * service's own TLS port; or, when `AUTH_X509_HEADER` says so, the one that a trusted proxy tells of.
 */
export class CertificateAuthenticator implements Authenticator {
  readonly challenge = 'Certificate';
  private readonly roles: RoleMap;
  private readonly forwarded: ForwardedSettings | undefined;
  private readonly isProxy: (address: string | undefined) => boolean;
  private readonly name: Settings['AUTH_X509_NAME'];
  private readonly fallback: Role | undefined;
  private readonly asksPeers: boolean;

  constructor(settings: Settings) {
    this.name = settings.AUTH_X509_NAME;
    this.roles = readRoleMap(settings.AUTH_X509_ROLES);
    this.fallback = this.roles.get(EVERYBODY) ?? settings.AUTH_DEFAULT_ROLE;
    this.isProxy = trustedProxies(settings.TRUSTED_PROXIES);
    this.asksPeers = settings.TLS_CA_FILE !== undefined;
    const header = settings.AUTH_X509_HEADER?.toLowerCase();
    this.forwarded = header
      ? { header, verifyHeader: settings.AUTH_X509_VERIFY_HEADER.toLowerCase() }
      : undefined;
  }

  authenticate({ headers, raw }: Credentials): Principal | undefined {
    // What a proxy shows in its own name says nothing of its client: it is asked for the client's first.
    if (this.forwarded && this.isProxy(raw.socket.remoteAddress)) {
      const certificate = forwardedCertificate(headers, this.forwarded);
      return certificate && this.principalOf(certificate.subject);
    }
    return this.asksPeers && raw.socket instanceof TLSSocket ? this.ofPeer(raw.socket) : undefined;
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
    // A common name may say anything, also `OU=platform`: it must not pass for that part of the subject.
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
  // Node.js declares an Error and gives OpenSSL's code.
  const code: unknown = error;
  if (code === 'CERT_HAS_EXPIRED') return `the client certificate expired at ${isoTime(to)}`;
  if (code === 'CERT_NOT_YET_VALID') return `the client certificate is not valid before ${isoTime(from)}`;
  return 'the client certificate is not signed by an authority of TLS_CA_FILE';
}

function isoTime(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString().replace('.000Z', 'Z');
}

/** Without a certificate Node answers an empty object. */
const isCertificate = (given: PeerCertificate | Record<string, never>): given is PeerCertificate =>
  Object.keys(given).length > 0;

const emailOf = (names: string | undefined): string | undefined =>
  /(?:^|, )email:([^,"\s]+)/.exec(names ?? '')?.[1];
