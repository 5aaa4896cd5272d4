import { expect, it } from 'vitest';
import { fromSegment } from './paths.ts';
import { linkName, shortPath } from './short-link.ts';

const BASE = 'https://skills.example/api/';
const id = (type: string, guid: string) => `${BASE}data/schema.cassproject.org.0.4.${type}/${guid}`;

it('names objects of the service by their GUIDs, and others by a digest', () => {
  expect(shortPath(BASE, id('Framework', 'baking'))).toBe('/f/baking');
  expect(shortPath(BASE, id('Framework', 'baking'), id('Competency', 'b-1'))).toBe('/f/baking/b-1');
  expect(shortPath(BASE, 'https://elsewhere.example/frameworks/1')).toMatch(/^\/f\/[0-9a-f]{32}$/);
});

it('has names that the router decodes', () => {
  const name = fromSegment(decodeURI(shortPath(BASE, id('Framework', 'Bäckerei: süß'))).slice('/f/'.length));
  expect(name).toBe(linkName(id('Framework', 'Bäckerei: süß'), BASE));
});
