import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { readSubscription } from './subscription.ts';

const read = (query: string) => readSubscription(new URLSearchParams(query));

describe('the parameters of a handshake', () => {
  it('may be absent, which means everything from now on', () => {
    expect(read('')).toEqual({ wantsType: null, framework: null, since: null, cursors: false });
  });

  it('select types by patterns in any case', () => {
    const { wantsType } = read('type=*.Competency,-*.private.*');
    expect(wantsType?.('schema.cassproject.org.0.4.competency')).toBe(true);
    expect(wantsType?.('schema.private.competency')).toBe(false);
    expect(wantsType?.('schema.org.thing')).toBe(false);
  });

  it.each([
    ['2027-01-31T12:00:00Z', Date.UTC(2027, 0, 31, 12)],
    ['2027-01-31t12:00:00.250z', Date.UTC(2027, 0, 31, 12) + 250],
    ['2027-01-31T12:00:00+02:00', Date.UTC(2027, 0, 31, 10)],
  ])('may have %s as a time', (since, time) => {
    expect(read(`since=${encodeURIComponent(since)}`).since).toEqual({ time });
  });

  it.each(['2027-01-31T12:00:00', '2027-01-31T25:00:00Z', '2027-02-30T12:00:00Z', '2027-01-31Tnoon'])(
    'are refused with %s, which is almost a time',
    (since) => {
      expect(() => read(`since=${since}`)).toThrow(expect.objectContaining({ code: 'invalid-parameter' }));
    },
  );

  it.each(['type=a&type=b', 'framework=a&framework=b', 'since=a&since=b', 'cursors=true&cursors=false'])(
    'are refused with %s, which is ambiguous',
    (query) => {
      expect(() => read(query)).toThrow(expect.objectContaining({ code: 'invalid-parameter' }));
    },
  );

  it('are understood or refused, whatever they are', () => {
    const names = fc.constantFrom('type', 'framework', 'since', 'cursors', '__proto__', 'other');
    fc.assert(
      fc.property(fc.array(fc.tuple(names, fc.string({ unit: 'binary' }))), (pairs) => {
        try {
          readSubscription(new URLSearchParams(pairs));
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
        }
      }),
    );
  });
});
