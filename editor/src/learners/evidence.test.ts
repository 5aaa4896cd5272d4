import { describe, expect, it } from 'vitest';
import { type Evidence, isWebAddress, readEvidence, writeEvidence } from './evidence.ts';

describe('evidence', () => {
  it.each<Evidence>([
    { kind: 'link', address: 'https://school.example/work/7' },
    { kind: 'text', text: 'Seen at the harbour' },
    { kind: 'text', text: 'Gesehen in München 你 😀' },
    { kind: 'file', name: 'Arbeit.txt', address: 'data:text/plain;base64,SGk=' },
  ])('is read as it was written: %j', (evidence) => {
    expect(readEvidence(writeEvidence(evidence))).toEqual(evidence);
  });

  it('written by other software is read as text, whatever it looks like', () => {
    for (const text of ['{"a":', '{"@type":"Thing"}', 'javascript:alert(1)', '']) {
      expect(readEvidence(text)).toEqual({ kind: 'text', text });
    }
  });

  it('becomes a link only with the address of a page', () => {
    expect(isWebAddress('https://school.example/a')).toBe(true);
    for (const text of ['javascript:alert(1)', 'data:text/html,x', 'see https://a.example', 'https://']) {
      expect(isWebAddress(text)).toBe(false);
    }
    const script = JSON.stringify({ '@type': 'MediaObject', name: 'x', contentUrl: 'javascript:alert(1)' });
    expect(readEvidence(script).kind).toBe('text');
  });
});
