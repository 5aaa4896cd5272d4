import { expect, it } from 'vitest';
import { NIL_UUID, nameBasedUuid } from './name-based-uuid.ts';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

it('returns the UUIDs of the examples in RFC 9562, A.2 and A.4', () => {
  expect(nameBasedUuid(3, DNS, 'www.example.com')).toBe('5df41881-3aed-3515-88a7-2f4a814cf09e');
  expect(nameBasedUuid(5, DNS, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

it('hashes names as UTF-8', () => {
  expect(nameBasedUuid(5, NIL_UUID, 'Übung')).not.toBe(nameBasedUuid(5, NIL_UUID, 'Ubung'));
  expect(nameBasedUuid(3, NIL_UUID, '')).toBe('4ae71336-e44b-39bf-b9d2-752e234818a5');
});
