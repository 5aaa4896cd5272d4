import { describe, expect, it } from 'vitest';
import { createIdentity } from '../identity/identity.ts';
import { newComment, readComment, withText } from './comment.ts';

const BASE = 'http://h/api/';

describe('a comment', () => {
  it('is read as it was written, by its writer', async () => {
    const { key, id } = await createIdentity('Ada');
    const about = `${BASE}data/Competency/c`;
    const object = newComment(BASE, {
      frameworkId: `${BASE}data/Framework/f`,
      about,
      text: 'Too broad',
      writer: key.publicKey,
      now: 1_700_000_000_000,
    });
    expect(readComment(object, object)).toMatchObject({
      about,
      text: 'Too broad',
      time: 1_700_000_000_000,
      isEdited: false,
      owners: [id],
      resolves: null,
    });
    expect(readComment(withText(object, 'Broad', 1), object)).toMatchObject({ text: 'Broad', isEdited: true });
  });

  it('of another tool may have a date-time, and is nothing without a text or what it is about', () => {
    const object = {
      '@id': 'urn:1',
      about: [{ '@id': 'http://h/api/data/Competency/c/1700000000000' }],
      text: 'x',
      dateCreated: '2026-01-01T00:00:00Z',
    };
    expect(readComment(object, object)).toMatchObject({
      about: 'http://h/api/data/Competency/c',
      time: Date.UTC(2026, 0, 1),
      owners: [],
    });
    expect(readComment({ ...object, text: null }, object)).toBeNull();
    expect(readComment({ '@id': 'urn:1', text: 'x' }, object)).toBeNull();
  });
});
