import { describe, expect, it } from 'vitest';
import { editionLinks, fieldsOfNewEdition, fieldsOfNextEdition } from './edition-links.ts';
import { stateOf } from './publication-state.ts';

const [OLD, NEW] = ['http://h/api/data/Framework/old', 'http://h/api/data/Framework/new'];

describe('editions of a framework', () => {
  it('refer to each other', () => {
    const original = { 'ceterms:nextVersion': 'http://h/other', 'ceterms:previousVersion': 'http://h/older' };
    const fields = fieldsOfNewEdition({ ...original, 'case:adoptionStatus': 'Adopted' }, OLD);
    const edition = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
    expect(editionLinks(edition, NEW)).toEqual({ previous: OLD, next: null });
    expect(stateOf(edition)).toEqual({ state: 'draft' });
    expect(fields['case:adoptionStatus']).toBeNull();
    expect(editionLinks({ ...original, ...fieldsOfNextEdition(NEW) }, OLD)).toEqual({
      previous: 'http://h/older',
      next: NEW,
    });
  });

  it('are recognized in the members of other tools; a link to itself and a text are not links', () => {
    expect(editionLinks({ 'dcterms:isReplacedBy': { '@id': `${NEW}/1700000000000` } }, OLD).next).toBe(NEW);
    expect(editionLinks({ 'ceasn:isVersionOf': [OLD, 'urn:uuid:1'] }, OLD).previous).toBe('urn:uuid:1');
    expect(editionLinks({ 'dcterms:replaces': 'the old one' }, OLD).previous).toBeNull();
  });
});
