import {
  isObject,
  type Json,
  type JsonObject,
  member,
  parseJson,
} from '../../../../shared/repository/linked-data/json.ts';

/** A document that has no objects with ids and types. */
export class NoObjects extends Error {
  override readonly name = 'NoObjects';
}

/**
 * The objects of a file: one object, an array, a graph, or the lines of an export.
 *
 * @throws NoObjects; Problem `malformed-json` when the text is not JSON
 */
export function readObjects(text: string): readonly JsonObject[] {
  const objects = valuesOf(text.replace(/^\uFEFF/, '').trim()).flatMap(listed);
  const complete = objects.filter(
    (object) => typeof member(object, '@id') === 'string' && member(object, '@type') !== undefined,
  );
  if (complete.length === 0) throw new NoObjects('The document has no objects with an id and a type.');
  return complete;
}

function valuesOf(text: string): readonly Json[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const areObjects = lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/.test(line));
  if (areObjects) return lines.map((line, i) => parseJson(line, `Line ${i + 1}`));
  return [parseJson(text, 'The document')];
}

function listed(value: Json): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(listed);
  if (!isObject(value)) return [];
  const graph = member(value, '@graph');
  return graph === undefined ? [value] : listed(graph);
}
