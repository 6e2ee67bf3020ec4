import { subjectOf } from './token-subject';

const tokenWith = (claims: unknown): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

it('[CONSOLE-LOGIN-2] the name of a person is in the claim that the services read', () => {
  expect(subjectOf(tokenWith({ sub: 'ana' }), 'sub')).toBe('ana');
  expect(subjectOf(tokenWith({ sub: '17', name: 'Zoë ÿ?>' }), 'name')).toBe('Zoë ÿ?>');
});

it.each(['', 'opaque', 'a.b.c', tokenWith(null), tokenWith({ sub: 17 }), tokenWith({ sub: '' })])(
  '[CONSOLE-LOGIN-2] a token that names nobody has no name: %s',
  (token) => expect(subjectOf(token, 'sub')).toBeUndefined(),
);
