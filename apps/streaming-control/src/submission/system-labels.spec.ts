import { artifactName } from './system-labels';

describe('artifactName', () => {
  it('is the end of the address', () => {
    expect(artifactName('http://x/y/sine-1.zip?token=1')).toBe('sine-1.zip');
  });
});
