import { md5Hex } from '../../shared/base/crypto/md5.ts';
import { displayText } from '../../shared/profiles/engine/stored-values.ts';
import type { PlainKind } from '../../shared/repository/frameworks/kinds.ts';
import { guidOf } from '../../shared/repository/linked-data/identifiers.ts';
import { type Json, type JsonObject, member } from '../../shared/repository/linked-data/json.ts';
import { idsIn, shortIdOf } from '../../shared/repository/linked-data/references.ts';

/**
 * An object in the terms of Shareable Competency Definitions (IEEE 1484.20.3).
 *
 * @param frameworks ids of the frameworks that list a competency or relation
 * @param bases own addresses
 */
export function definitionOf(
  kind: PlainKind,
  object: JsonObject,
  frameworks: readonly string[],
  bases: readonly [string, ...string[]],
): JsonObject {
  const text = (name: string): string | undefined => displayText(member(object, name)) ?? undefined;
  const links = (ids: readonly string[]): string[] => ids.map((id) => addressOf(id, bases));
  const listed = (name: string): string[] => links(idsIn(member(object, name)));
  const id = text('@id') ?? text('id');
  const competencyFramework = links(frameworks);
  switch (kind) {
    case 'framework':
      return defined({
        id,
        name: text('name'),
        description: text('description'),
        authoritativeSource: text('ceasn:derivedFrom'),
        competencyDefinition: listed('competency'),
        resourceAssociation: listed('relation'),
      });
    case 'competency':
      return defined({
        id,
        name: text('ceasn:competencyLabel') ?? text('name'),
        competencyStatement: text('name'),
        description: text('description'),
        referenceCode: text('ceasn:codedNotation'),
        typeLabel: text('dcterms:type'),
        competencyFramework,
      });
    case 'relation':
      return defined({
        id,
        source: listed('source')[0],
        destination: listed('target')[0],
        associationType: text('relationType'),
        weight: member(object, 'weight'),
        competencyFramework,
      });
  }
}

function defined(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const kept = Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return Object.fromEntries(kept);
}

/** The address of an object as SCD at this service. */
function addressOf(id: string, bases: readonly [string, ...string[]]): string {
  const shortId = shortIdOf(id, bases);
  const isOwn = bases.some((base) => shortId.startsWith(base));
  return `${bases[0]}scd/${isOwn ? guidOf(shortId) : md5Hex(shortId)}`;
}
