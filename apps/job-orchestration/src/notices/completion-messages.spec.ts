import { signatureOf } from './completion-messages';

it('[V3-JOB-26] a signature is over time and body', () => {
  expect(signatureOf('secret', '{"a":1}', 1_700_000_000_999)).toBe(
    't=1700000000,v1=49f24e537407743fa4a0242bb63b94b9a47ee99cbbe071ccd8a22550ae411686',
  );
});
