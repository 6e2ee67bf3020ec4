import type { ProviderCall } from '../../collections/provider-call';
import { answerPages, type Fields } from './answer-pages';

const CALL: ProviderCall = {
  operation: 'ListThings',
  result: 'Things',
  input: { Scope: 'All' },
  next: { StartName: 'NextName', StartType: 'NextType' },
  size: { field: 'MaxItems', min: 5, max: 100 },
};

async function sent(call: ProviderCall, answers: Fields[], size = 50): Promise<Fields[]> {
  const inputs: Fields[] = [];
  const send = async (input: Fields): Promise<Fields> => {
    inputs.push(input);
    return answers[Math.min(inputs.length, answers.length) - 1] ?? {};
  };
  for await (const answer of answerPages(call, { Zone: 'Z' }, size, send)) expect(answer).toBeDefined();
  return inputs;
}

describe('answerPages', () => {
  it('[V2-CRAWL-10] asks for every page, with what the last answer says about the next', async () => {
    const first = { Scope: 'All', Zone: 'Z', MaxItems: 50 };
    expect(
      await sent(CALL, [
        { IsTruncated: true, NextName: 'b', NextType: 'A' },
        { IsTruncated: true, NextName: 'c' },
        { IsTruncated: false, NextName: 'd' },
      ]),
    ).toEqual([first, { ...first, StartName: 'b', StartType: 'A' }, { ...first, StartName: 'c' }]);
  });

  it('ends at an empty token, and without any', async () => {
    expect(await sent(CALL, [{ NextName: '' }])).toHaveLength(1);
    expect(await sent({ operation: 'Describe', result: 'Things' }, [{ NextName: 'x' }])).toEqual([
      { Zone: 'Z' },
    ]);
  });

  it.each([
    [1, 5],
    [20, 20],
    [500, 100],
  ])('asks for %i a page as %i, as the provider allows', async (wanted, asked) => {
    expect(await sent(CALL, [{}], wanted)).toEqual([expect.objectContaining({ MaxItems: asked })]);
  });

  it('does not go round in circles', async () => {
    await expect(sent(CALL, [{ NextName: 'a' }])).rejects.toThrow('ListThings: a page leads to itself');
  });
});
