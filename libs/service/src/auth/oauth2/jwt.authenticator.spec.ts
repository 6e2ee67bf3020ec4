import { rolesIn, subjectOf } from './jwt.authenticator';

const settings = {
  subjectClaim: 'sub',
  rolesClaim: 'roles',
  roleMap: new Map([['ops', 'admin' as const]]),
  defaultRole: undefined,
};

describe('the roles of a token', () => {
  it.each([
    [['admin'], ['admin']],
    ['reader submitter', ['reader', 'submitter']],
    [['ops', 'x'], ['admin']],
  ])('reads the roles of a token from %j', (roles, expected) =>
    expect(rolesIn({ roles }, settings)).toEqual(expected),
  );

  it.each([
    [[['admin']]],
    [[['ops']]],
    [[{ toString: 'admin' }]],
    [[{ name: 'admin' }, null, 7, true]],
    [{ admin: true }],
    [null],
    [7],
  ])('must be texts: %j yields no roles', (roles) => expect(rolesIn({ roles }, settings)).toEqual([]));
});

it.each([[['alice']], [{ sub: 'alice' }], [7], [''], [' '], [null]])(
  'the subject of a token is a text, not %j',
  (sub) => expect(subjectOf({ sub }, settings)).toBeUndefined(),
);
