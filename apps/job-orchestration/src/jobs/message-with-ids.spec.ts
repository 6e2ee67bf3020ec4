import { messageWithIds } from './message-with-ids';

describe('a status message with ids', () => {
  it('shows short ids whole', () => {
    expect(messageWithIds(['a', 'b'], (ids) => `Waiting for ${ids.join(', ')}.`)).toBe('Waiting for a, b.');
  });

  it('shortens the longest ids in the middle, to 255 characters', () => {
    const long = `${'a'.repeat(150)}${'z'.repeat(105)}`;
    const message = messageWithIds([long, 'short', long], (ids) => `Waiting for ${ids.join(', ')}.`);
    expect(message.length).toBeLessThanOrEqual(255);
    expect(message.length).toBeGreaterThan(253);
    expect(message).toMatch(/^Waiting for a+…z+, short, a+…z+\.$/);
  });

  it('counts characters, not units of UTF-16', () => {
    const message = messageWithIds(['😀'.repeat(255)], ([id = '']) => `Dependency ${id} ended FAILED.`);
    expect([...message]).toHaveLength(255);
    expect(message).toMatch(/^Dependency (😀)+…(😀)+ ended FAILED\.$/u);
  });
});
