import { globalAccounts, readAccounts } from './provider-account';

describe('accounts', () => {
  it('are a region, with a name and a role where there are several', () => {
    expect(readAccounts(['us-east-1'])).toEqual([{ name: undefined, region: 'us-east-1', role: undefined }]);
    const role = 'arn:aws:iam::111122223333:role/portolan/reader';
    expect(readAccounts([`prod.us-gov-west-1@us-gov-west-1=${role}`, 'test@eu-west-1'])).toEqual([
      { name: 'prod.us-gov-west-1', region: 'us-gov-west-1', role },
      { name: 'test', region: 'eu-west-1', role: undefined },
    ]);
  });

  it.each([['nowhere'], ['a b@us-east-1'], ['x@us-east-1=role'], ['x@us-east-1=arn:aws:iam::1:role/a b']])(
    'are refused when invalid: %s',
    (entry) => {
      expect(() => readAccounts([entry])).toThrow(`AWS_ACCOUNTS: "${entry}" is not [name@]region[=role ARN]`);
    },
  );

  it.each([[['us-east-1', 'eu-west-1']], [['a@us-east-1', 'a@eu-west-1']], [['a@us-east-1', 'eu-west-1']]])(
    'need names of their own: %j',
    (entries) => {
      expect(() => readAccounts(entries)).toThrow('each of several accounts needs a name');
    },
  );

  it('with the same credentials read global resources once', () => {
    const accounts = readAccounts(['a@us-east-1', 'b@eu-west-1', 'c@us-east-1=arn:x', 'd@eu-west-1=arn:x']);
    expect(globalAccounts(accounts).map(({ name }) => name)).toEqual(['a', 'c']);
  });
});
