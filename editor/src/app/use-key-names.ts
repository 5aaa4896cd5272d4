import { useQuery } from '@tanstack/react-query';
import { parsePublicKey } from '../../../shared/crypto/public-key.ts';
import { Problem } from '../../../shared/errors/problem.ts';
import { member } from '../../../shared/linked-data/json.ts';
import { textIn } from '../words/text-of.ts';
import { useWords } from '../words/use-words.tsx';
import { useEditor, useIdentities } from './editor.tsx';

/**
 * Names keys: those of the person's identities and contacts, and those of persons in the repository.
 *
 * @param keys public keys as PEM, or their fingerprints
 * @returns gives the name of one of these; null without one
 */
export function useKeyNames(keys: readonly string[]): (key: string) => string | null {
  const { service } = useEditor();
  const { language } = useWords();
  const { identities, contacts } = useIdentities();
  const known = new Map([...contacts, ...identities].map(({ id, name }) => [id, name]));
  const unknown = [...new Set(keys.flatMap((key) => fingerprintOf(key) ?? []))].filter((id) => !known.has(id)).sort();
  const { data: persons } = useQuery({
    queryKey: ['persons', unknown],
    enabled: unknown.length > 0,
    queryFn: ({ signal }) =>
      service.getMany(
        unknown.map((id) => `${service.base}data/schema.org.Person/${id}`),
        signal,
      ),
  });
  for (const person of persons ?? []) {
    const name = textIn(person, 'name', language);
    const id = unknown.find((fingerprint) => String(member(person, '@id')).includes(fingerprint));
    if (name !== null && id !== undefined) known.set(id, name);
  }
  return (key) => known.get(fingerprintOf(key) ?? '') ?? null;
}

/** The fingerprint of a key in PEM; that which is one already stays; null for anything else. */
function fingerprintOf(key: string): string | null {
  if (!key.includes('-----')) return key;
  try {
    return parsePublicKey(key).fingerprint;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
