import type { Words } from '../../words/words.ts';

/**
 * The text for a name of the service, such as a state, in the person's language; an unknown name is returned unchanged.
 *
 * @param group prefix of the keys of the texts, such as `state`
 */
export function knownWord({ t, has }: Pick<Words, 't' | 'has'>, group: string, name: string): string {
  const key = `operators.${group}-${name}`;
  return has(key) ? t(key) : name;
}
