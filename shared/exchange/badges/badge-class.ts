import type { Config } from '../../base/config/config.ts';
import { md5Hex } from '../../base/crypto/md5.ts';
import { displayText } from '../../profiles/engine/stored-values.ts';
import type { ReadObject } from '../../repository/frameworks/object-reader.ts';
import { guidOf } from '../../repository/linked-data/identifiers.ts';
import { type JsonObject, member } from '../../repository/linked-data/json.ts';
import { ownUuid, uuidOf } from '../../repository/linked-data/uuids.ts';
import { ctidOf } from '../frameworks/identifiers.ts';
import { type ClassImage, classImageOf } from './image/class-image.ts';

/** A badge class without its issuer: a competency. */
export type BadgeClass = {
  /** The path segment that names the competency in addresses. */
  readonly uid: string;
  readonly name: string;
  readonly description: string | null;
  readonly image: ClassImage;
  readonly alignments: readonly BadgeAlignment[];
};

/** What earning a badge shows (Open Badges 2.0 and 3.0, Alignment). */
export type BadgeAlignment = {
  readonly targetName: string;
  readonly targetUrl: string;
  readonly targetFramework: string | null;
  readonly targetCode: string | null;
  /** The type of the target (Open Badges 3.0, AlignmentTargetType). */
  readonly targetType: 'ceasn:Competency' | 'CFItem';
};

/**
 * A competency as a badge class. It is aligned to the competency itself, with its CTID if it has one, and as an item of CASE where
 * the service serves that: of a framework.
 *
 * @param framework that the badge was earned in; null where that is not known
 */
export function badgeClassOf(
  { shortId, object }: ReadObject,
  framework: ReadObject | null,
  { bases, badges, disabledAdapters }: Pick<Config, 'bases' | 'badges' | 'disabledAdapters'>,
): BadgeClass {
  const isOwn = bases.some((base) => shortId.startsWith(base));
  const name = textIn(object, 'name') ?? shortId;
  const targetFramework = framework === null ? null : textIn(framework.object, 'name');
  const targetCode = textIn(object, 'ceasn:codedNotation') ?? (ownUuid(shortId) === null ? null : ctidOf(shortId));
  const own: BadgeAlignment = {
    targetName: name,
    targetUrl: shortId,
    targetFramework,
    targetCode,
    targetType: 'ceasn:Competency',
  };
  const item = `${badges.base}ims/case/v1p0/CFItems/${uuidOf(shortId)}`;
  return {
    uid: isOwn ? guidOf(shortId) : md5Hex(shortId),
    name,
    description: textIn(object, 'description'),
    image: classImageOf(object, name),
    alignments: [
      own,
      ...(framework === null || disabledAdapters.includes('case')
        ? []
        : [{ ...own, targetUrl: item, targetType: 'CFItem' as const }]),
    ],
  };
}

function textIn(object: JsonObject, name: string): string | null {
  return displayText(member(object, name)) || null;
}
