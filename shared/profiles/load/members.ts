import { isEncryptedValue } from '../../repository/access/kbac-types.ts';
import type { ReadObject } from '../../repository/frameworks/object-reader.ts';
import { isObject, type Json, member } from '../../repository/linked-data/json.ts';
import { idsIn, items, shortIdOf } from '../../repository/linked-data/references.ts';
import type { ProfileCompetency, ProfileConcept, ProfileRelation, ProfileResource } from '../engine/model.ts';

/** Converts a competency for the engine. */
export function readCompetency({ shortId, object }: ReadObject): ProfileCompetency {
  return {
    id: shortId,
    name: member(object, 'name'),
    shortName: member(object, 'schema:alternateName'),
    type: member(object, 'dcterms:type'),
    requiredSignatureCount: member(object, 'requiredSignatureCount'),
    validCondition: idsIn(member(object, 'validCondition')),
  };
}

/** Converts a relation for the engine, with unchanged ends; null for an object that cannot be read as one. */
export function readRelation({ shortId, object }: ReadObject): ProfileRelation | null {
  const [source] = idsIn(member(object, 'source'));
  const [target] = idsIn(member(object, 'target'));
  const type = textOf(member(object, 'relationType'));
  if (isEncryptedValue(object) || source === undefined || target === undefined || type === undefined) return null;
  const validFrom = textOf(member(object, 'validFrom'));
  return { id: shortId, source, target, type, validFrom, validThrough: textOf(member(object, 'validThrough')) };
}

/** Converts a concept for the engine (specification: Concept). */
export function readConcept({ shortId, object }: ReadObject): ProfileConcept {
  return {
    id: shortId,
    prefLabel: member(object, 'skos:prefLabel') ?? member(object, 'prefLabel'),
    hiddenLabel: member(object, 'skos:hiddenLabel') ?? member(object, 'hiddenLabel'),
  };
}

/** A learning resource with the competencies that its alignments name (specification: profile rule 2). */
export function readResource({ shortId, object }: ReadObject, bases: readonly string[]): ProfileResource {
  const targets = items(member(object, 'educationalAlignment')).flatMap((alignment) =>
    isObject(alignment) ? idsIn(member(alignment, 'targetUrl')) : [],
  );
  return { id: shortId, targets: [...new Set(targets.map((id) => shortIdOf(id, bases)))], object };
}

function textOf(value: Json | undefined): string | undefined {
  const plain = isObject(value) ? member(value, '@value') : value;
  return typeof plain === 'string' && plain !== '' ? plain : undefined;
}
