import { describe, expect, it } from 'vitest';
import { ownUuid, uuid5, uuidOf } from '../linked-data/uuids.ts';
import { ctidOf } from './identifiers.ts';

describe('identifiers that formats know objects by', () => {
  const uuid = '0f0e9a2c-1111-4222-8333-444455556666';

  it('are the UUID at the end of the id, with or without ce-', () => {
    for (const last of [uuid, `ce-${uuid}`, `ce-${uuid.toUpperCase()}`]) {
      expect(uuidOf(`https://example.org/${last}`)).toBe(uuid);
      expect(ctidOf(`https://example.org/${last}`)).toBe(`ce-${uuid}`);
    }
  });

  it('are derived from other ids as existing servers do', () => {
    expect(uuidOf('https://example.org/comp/1')).toBe('6825b92b-217a-36ce-8a79-d3fd89c0eec0');
    expect(uuidOf('https://example.org/comp/é')).toBe('4376c55e-ad60-30c4-8668-3263e02d178a');
    expect(ownUuid('https://example.org/comp/1')).toBeNull();
  });

  it('of the same parts are the same, and parts do not run into each other', () => {
    expect(uuid5('a', 'b')).toBe(uuid5('a', 'b'));
    expect(uuid5('a', 'b')).not.toBe(uuid5('ab'));
  });
});
