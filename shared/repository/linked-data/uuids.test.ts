import { describe, expect, it } from 'vitest';
import { beginningOf, isUuid, ownUuid, partsBeginning, partUuid, uuid5, uuidOf } from './uuids.ts';

describe('UUIDs that formats know objects by', () => {
  const uuid = '0f0e9a2c-1111-4222-8333-444455556666';

  it('are the UUID at the end of the id, with or without ce-', () => {
    for (const last of [uuid, `ce-${uuid}`, `ce-${uuid.toUpperCase()}`]) {
      expect(uuidOf(`https://example.org/${last}`)).toBe(uuid);
    }
  });

  it('are derived from other ids as existing servers do', () => {
    expect(uuidOf('https://example.org/comp/1')).toBe('6825b92b-217a-36ce-8a79-d3fd89c0eec0');
    expect(uuidOf('https://example.org/comp/é')).toBe('4376c55e-ad60-30c4-8668-3263e02d178a');
    expect(ownUuid('https://example.org/comp/1')).toBeNull();
  });

  it('are the same for the same parts, and parts do not run into each other', () => {
    expect(uuid5('a', 'b')).toBe(uuid5('a', 'b'));
    expect(uuid5('a', 'b')).not.toBe(uuid5('ab'));
  });

  it('lead to the framework when they are of parts that are not stored', () => {
    const [one, other] = [partUuid('https://a.example/f', 'x'), partUuid('https://a.example/f', 'y')];
    expect(one).not.toBe(other);
    for (const each of [one, other]) {
      expect(isUuid(each)).toBe(true);
      expect(each).toMatch(/^.{14}8.{4}[89ab]/);
      expect(beginningOf(each)).toBe(partsBeginning('https://a.example/f'));
    }
    expect(partUuid('https://a.example/g', 'x')).not.toBe(one);
    expect(beginningOf(uuid)).toBeNull();
  });
});
