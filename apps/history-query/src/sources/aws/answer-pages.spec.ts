import type { ProviderCall } from '../../collections/collection-definition';
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
  it('[V2-CRAWL-10] requests every page with the token of the previous response', async () => {
    const first = { Scope: 'All', Zone: 'Z', MaxItems: 50 };
    expect(
      await sent(CALL, [
        { IsTruncated: true, NextName: 'b', NextType: 'A' },
        { IsTruncated: true, NextName: 'c' },
        { IsTruncated: false, NextName: 'd' },
      ]),
    ).toEqual([first, { ...first, StartName: 'b', StartType: 'A' }, { ...first, StartName: 'c' }]);
  });

  it('ends at an empty or missing token', async () => {
    expect(await sent(CALL, [{ NextName: '' }])).toHaveLength(1);
    expect(await sent({ operation: 'Describe', result: 'Things' }, [{ NextName: 'x' }])).toEqual([
      { Zone: 'Z' },
    ]);
  });

  it.each([
    [1, 5],
    [20, 20],
    [500, 100],
  ])('turns a page size of %i into %i within the limits of the provider', async (wanted, asked) => {
    expect(await sent(CALL, [{}], wanted)).toEqual([expect.objectContaining({ MaxItems: asked })]);
  });

  it('stops at a repeated token', async () => {
    await expect(sent(CALL, [{ NextName: 'a' }])).rejects.toThrow(
      'ListThings: the next page has the token of this page',
    );
  });
});
