import { STORED_TYPES } from '../../../shared/exchange/frameworks/vocabulary.ts';
import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { items } from '../../../shared/repository/linked-data/references.ts';
import type { Fields } from '../outline/command.ts';
import { setFields } from '../outline/new-object.ts';
import { newText } from '../words/shown-text.ts';
import { isProgression } from './concept-links.ts';

/** What new concepts are made with. */
export type ConceptMaker = {
  /** The address of the service, ending in `/api/`. */
  readonly base: string;
  /** ISO date-time. */
  readonly now: () => string;
};

/** A new scheme without concepts. @param owner public key, as PEM */
export function newScheme(name: string, language: string, owner: string, { base, now }: ConceptMaker): JsonObject {
  const { context, type } = STORED_TYPES.conceptScheme;
  return {
    '@context': context,
    '@type': type,
    '@id': newId(base, type),
    'dcterms:title': newText(name, language),
    'dcterms:language': language,
    'skos:hasTopConcept': [],
    'schema:dateCreated': now(),
    '@owner': [owner],
  };
}

/** A new concept of a scheme, which has the owners of the scheme. */
export function newConcept(scheme: JsonObject, schemeId: string, fields: Fields, maker: ConceptMaker): JsonObject {
  const isLevel = isProgression(scheme);
  const { context, type, subType } = STORED_TYPES[isLevel ? 'progressionLevel' : 'concept'];
  const owners = ['@owner', 'owner'].flatMap((name) => items(member(scheme, name)));
  const concept: JsonObject = {
    '@context': context,
    '@type': type,
    '@id': newId(maker.base, type),
    ...(subType !== undefined && { subType }),
    [isLevel ? 'ceasn:inProgressionModel' : 'skos:inScheme']: schemeId,
    'schema:dateCreated': maker.now(),
    ...(owners.length > 0 && { '@owner': owners }),
  };
  setFields(concept, fields);
  return concept;
}

function newId(base: string, type: string): string {
  return `${base}data/schema.cassproject.org.0.4.skos.${type}/${crypto.randomUUID()}`;
}
