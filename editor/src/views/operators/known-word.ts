import type { Words } from '../../words/words.ts';

/**
 * A name of the service, such as that of a state, in the words of the person; one that the editor does not know stays as it is.
 *
 * @param group of the words, such as `state`
 */
export function knownWord({ t, has }: Pick<Words, 't' | 'has'>, group: string, name: string): string {
  const key = `operators.${group}-${name}`;
  return has(key) ? t(key) : name;
}
