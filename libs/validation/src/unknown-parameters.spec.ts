import type { ArgumentMetadata } from '@nestjs/common';
import {
  DeclaredParametersOnly,
  IntegerParameters,
  Numeric,
  RequestPipe,
  Text,
  refuseMisspeltParameters,
  refuseUnknownParameters,
} from './index';

describe('unknown parameters', () => {
  const known = ['id', 'name', 'user'];

  it('are named with the closest known name', () => {
    const attempt = () => refuseUnknownParameters({ user: 'me', nmae: 'x' }, known);
    expect(attempt).toThrow('unknown parameter nmae, did you mean name? This address takes id, name, user');
  });

  it('are named for an address without parameters', () => {
    expect(() => refuseUnknownParameters({ name: 'x' }, [])).toThrow('this address takes none');
  });

  it.each(['__proto__', 'constructor', 'toString'])('may be called %s', (name) => {
    expect(() => refuseUnknownParameters(Object.fromEntries([[name, '']]), known)).toThrow(
      `unknown parameter ${name}`,
    );
  });

  it('leave known ones unchanged', () => {
    expect(() => refuseUnknownParameters({ id: '1', user: ['a', 'b'] }, known)).not.toThrow();
  });
});

describe('misspelt parameters', () => {
  const known = ['follow', 'offset', 'tail'];

  it('are named with the meant name, which may be given as well', () => {
    const attempt = () => refuseMisspeltParameters({ tail: '1', v: '2', tial: '10' }, known);
    expect(attempt).toThrow(
      'unknown parameter tial, did you mean tail? This address takes follow, offset, tail',
    );
  });

  it('are distinguished from parameters of other meaning', () => {
    const query = { tail: '1', v: '2', t: '17', theme: 'dark' };
    expect(() => refuseMisspeltParameters(query, known)).not.toThrow();
  });
});

describe('a query class', () => {
  @DeclaredParametersOnly()
  class Strict {
    @Text({ optional: true }) matching?: string;
  }
  class Narrower extends Strict {
    @Text({ optional: true }) 'labels.op'?: string;
  }
  class Lenient {
    @Text({ optional: true }) matching?: string;
  }
  const read = (metatype: ArgumentMetadata['metatype'], value: unknown): unknown =>
    new RequestPipe().transform(value, { type: 'query', metatype });

  it('that takes declared parameters only refuses others, and so do classes that extend it', () => {
    expect(() => read(Strict, { matchin: 'x' })).toThrow('did you mean matching?');
    expect(() => read(Strict, { 'labels.op': 'or' })).toThrow('unknown parameter labels.op');
    expect(() => read(Narrower, { label: 'x' })).toThrow('did you mean labels.op?');
    expect(read(Narrower, { matching: 'x', 'labels.op': 'or' })).toEqual({
      matching: 'x',
      'labels.op': 'or',
    });
  });

  it('says of a repeated parameter that it must have one value', () => {
    class Counted {
      @Numeric({ optional: true, integer: true, coerce: 'parameter' }) limit?: number;
      @IntegerParameters() stage?: number[];
    }
    expect(() => read(Counted, { limit: ['1', '2'] })).toThrow(
      'limit is given 2 times: it must have one value',
    );
    expect(() => read(Counted, { stage: ['1', 'a'] })).toThrow('stage[1] must be a whole number');
    expect(read(Counted, { limit: '1', stage: ['1', '2'] })).toEqual({ limit: 1, stage: [1, 2] });
  });

  it('ignores them otherwise', () => {
    expect(read(Lenient, { matchin: 'x' })).toEqual({});
  });
});
