import { isObject, type Json, member } from '../../repository/linked-data/json.ts';
import type { Loss } from './model.ts';

/** Whether an identifier is the label of a blank node (RDF 1.1, 3.4), which means nothing outside of its document. */
export function isBlankNode(id: string): boolean {
  return id.startsWith('_:');
}

/**
 * Values without labels of blank nodes: each is replaced by the names of the node, where it has some, and reported otherwise.
 *
 * @param namesOf the names that the document gives to a blank node
 * @param loss of the property
 */
export function withoutBlankNodes(
  values: readonly Json[],
  namesOf: (label: string) => readonly Json[],
  loss: Pick<Loss, '@id' | 'property'>,
  losses: Loss[],
): readonly Json[] {
  return values.flatMap((value) => {
    const id = isObject(value) ? member(value, '@id') : value;
    if (typeof id !== 'string' || !isBlankNode(id)) return [value];
    const names = namesOf(id);
    if (names.length === 0) losses.push({ ...loss, reason: `${id} is a blank node without a name.` });
    return names;
  });
}
