import { validate } from '@portolan/validation';
import fc from 'fast-check';
import { LaunchKind, LaunchOffer } from './launch-offer';
import { isSigned, signOffer } from './offer-signature';

const offer: LaunchOffer = {
  launchId: 'l',
  owner: 'jobs',
  ownerUrl: 'http://owner:7103',
  kind: LaunchKind.Batch,
  agentCluster: 'default',
  user: 'u',
  subject: 's',
  command: ['true', 'x'],
  environment: { B: '2', A: '1' },
  files: [{ path: 'a', content: 'text', executable: true }],
  portVariables: [],
  limits: { memoryMb: 1, killGraceMs: 0 },
};
const travelled = (sent: LaunchOffer): LaunchOffer =>
  validate(LaunchOffer, JSON.parse(JSON.stringify(sent)) as unknown);

describe('the signature of an offer', () => {
  it('is valid after transport, in any order of the fields', () => {
    const signed = signOffer(offer, 'token');
    expect(isSigned(travelled(signed), 'token')).toBe(true);
    const turned = Object.fromEntries(Object.entries(signed).reverse()) as unknown as LaunchOffer;
    expect(isSigned(travelled({ ...turned, environment: { A: '1', B: '2' } }), 'token')).toBe(true);
  });

  it('is valid with each of several tokens', () => {
    expect(isSigned(signOffer(offer, 'old'), 'new', 'old')).toBe(true);
    expect(isSigned(signOffer(offer, 'new'), 'new', 'old')).toBe(true);
    expect(isSigned(signOffer(offer, 'older'), 'new', 'old')).toBe(false);
  });

  it('is valid for any text and replaces an older signature', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme' })),
        (environment) => {
          const signed = signOffer({ ...offer, environment, signature: 'old' }, 'token');
          expect(isSigned(signed, 'token')).toBe(true);
        },
      ),
    );
  });

  it.each([
    ['no signature', offer],
    ['a short one', { ...offer, signature: 'ab' }],
    ['another token', signOffer(offer, 'other')],
    ['another address', { ...signOffer(offer, 'token'), ownerUrl: 'http://thief' }],
    ['another command', { ...signOffer(offer, 'token'), command: ['truex'] }],
    ['a file more', { ...signOffer(offer, 'token'), files: [...offer.files, { path: 'b', content: '' }] }],
    ['a changed variable', { ...signOffer(offer, 'token'), environment: { A: '1', B: '3' } }],
  ])('does not hold with %s', (_what, wrong) => {
    expect(isSigned(wrong, 'token')).toBe(false);
  });
});
