import { useQuery } from '@tanstack/react-query';
import { parsePublicKey } from '../../../shared/base/crypto/public-key.ts';
import { Problem } from '../../../shared/base/errors/problem.ts';
import { peopleOf } from '../identity/people.ts';
import { useEditor, useIdentities } from './editor.tsx';

/**
 * Names the keys of the person's identities and contacts, and of people in the repository.
 *
 * @param keys public keys as PEM, or their fingerprints
 * @returns a function from one of these keys to its name; null: it has no name
 */
export function useKeyNames(keys: readonly string[]): (key: string) => string | null {
  const { service } = useEditor();
  const { identities, contacts } = useIdentities();
  const known = new Map([...contacts, ...identities].map(({ id, name }) => [id, name]));
  const unknown = [...new Set(keys.flatMap((key) => fingerprintOf(key) ?? []))].filter((id) => !known.has(id)).sort();
  const { data: people } = useQuery({
    queryKey: ['people', ...unknown],
    queryFn: ({ signal }) => peopleOf(service, unknown, signal),
    placeholderData: (before) => before,
  });
  return (key) => {
    const id = fingerprintOf(key) ?? '';
    return known.get(id) ?? people?.get(id)?.name ?? null;
  };
}

/** The fingerprint of a key in PEM. A fingerprint is returned unchanged; null for anything else. */
function fingerprintOf(key: string): string | null {
  if (!key.includes('-----')) return key;
  try {
    return parsePublicKey(key).fingerprint;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
