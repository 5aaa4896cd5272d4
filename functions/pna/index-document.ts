import type { PnaConfig } from '../../shared/base/config/pna.ts';
import { md5Hex } from '../../shared/base/crypto/md5.ts';
import { displayText } from '../../shared/profiles/engine/stored-values.ts';
import type { ReadObject } from '../../shared/repository/frameworks/object-reader.ts';
import { guidOf } from '../../shared/repository/linked-data/identifiers.ts';
import { type JsonObject, member } from '../../shared/repository/linked-data/json.ts';
import { idsIn } from '../../shared/repository/linked-data/references.ts';

/** The addresses that an index leads to. */
export type PnaIndexOptions = PnaConfig & {
  readonly bases: readonly [string, ...string[]];
  /** The current time, UTC milliseconds. */
  readonly now: number;
};

/**
 * The index of a framework for a directory of competencies (Competency Explorer, Provider Node Agent).
 *
 * @param competencies the competencies that may be shown, in the order of the framework
 */
export function indexDocument(
  { shortId, object }: ReadObject,
  competencies: readonly ReadObject[],
  options: PnaIndexOptions,
): JsonObject {
  const { directory, directoryName, metaModel, registryRights, now } = options;
  const id = addressOf(shortId, options);
  const attribution = first(object, 'ceterms:ownedBy') || first(object, 'schema:author');
  const isAddress = attribution.startsWith('http');
  return {
    directory: {
      id: directory,
      name: directoryName,
      type: 'Directory',
      dateCreated: new Date(now).toISOString().slice(0, 10),
    },
    container: {
      id,
      dataURL: id,
      type: 'Collection',
      fromDirectory: directory,
      name: text(object, 'name'),
      description: text(object, 'description'),
      attributionName: isAddress ? '' : attribution,
      attributionURL: isAddress ? attribution : '',
      beneficiaryRights: text(object, 'ceasn:license') || text(object, 'schema:license'),
      providerMetaModel: metaModel,
      registryRights,
    },
    competencies: competencies.map((competency) => competencyEntry(competency, id, options)),
  };
}

function competencyEntry({ shortId, object }: ReadObject, containedIn: string, options: PnaIndexOptions): JsonObject {
  const id = addressOf(shortId, options);
  const name = text(object, 'name');
  return {
    id,
    dataURL: id,
    type: 'Competency',
    containedIn,
    competencyText: text(object, 'statement') || name || text(object, 'description'),
    competencyLabel: name,
  };
}

/** The address of the CTDL-ASN form of an object. */
function addressOf(shortId: string, { bases }: PnaIndexOptions): string {
  const isOwn = bases.some((base) => shortId.startsWith(base));
  return `${bases[0]}ceasn/${isOwn ? guidOf(shortId) : md5Hex(shortId)}`;
}

function text(object: JsonObject, name: string): string {
  return displayText(member(object, name)) ?? '';
}

/** The first text of a member, or the first id that it lists. */
function first(object: JsonObject, name: string): string {
  const [id = ''] = idsIn(member(object, name));
  return id || text(object, name);
}
