import { describe, expect, it } from 'vitest';
import { fieldsOfState, stateOf } from './publication-state.ts';

const STATUS = 'ceasn:publicationStatusType';

describe('the state of a framework', () => {
  it.each([
    [{ [STATUS]: 'http://credreg.net/ctdlasn/vocabs/publicationStatus/Published' }, 'published'],
    [{ [STATUS]: 'publicationStatus:Deprecated' }, 'deprecated'],
    [{ [STATUS]: { '@id': 'https://credreg.net/ctdlasn/vocabs/publicationStatus/Draft' } }, 'draft'],
    [{ [STATUS]: [{ '@language': 'en', '@value': 'Draft' }] }, 'draft'],
    [{ 'case:adoptionStatus': 'Adopted' }, 'published'],
    [{ adoptionStatus: 'Private Draft' }, 'draft'],
    [{ 'schema:creativeWorkStatus': 'Obsolete' }, 'deprecated'],
    [{ [STATUS]: 'With the board', 'case:adoptionStatus': 'Adopted' }, 'published'],
  ])('is recognized in the words of other tools: %j', (framework, state) => {
    expect(stateOf(framework)).toEqual({ state });
  });

  it('is shown as it was written if the word is not known, and is none without one', () => {
    expect(stateOf({ [STATUS]: 'With the board: spring' })).toEqual({ state: null, text: 'With the board: spring' });
    expect(stateOf({ [STATUS]: '' })).toBeNull();
    expect(stateOf({})).toBeNull();
  });

  it('is written to one member, which no other contradicts', () => {
    const framework = { 'case:adoptionStatus': 'Draft', [STATUS]: 'x' };
    const fields = fieldsOfState(framework, 'published');
    expect(fields).toEqual({ 'case:adoptionStatus': null, [STATUS]: expect.stringMatching(/\/Published$/) });
    expect(stateOf({ [STATUS]: fields[STATUS] ?? '' })).toEqual({ state: 'published' });
    expect(fieldsOfState(framework, null)).toEqual({ 'case:adoptionStatus': null, [STATUS]: null });
  });
});
