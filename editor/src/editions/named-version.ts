import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { idsIn, shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import { splitId } from '../../../shared/repository/linked-data/split-id.ts';
import { parseTime } from '../../../shared/repository/linked-data/time.ts';
import { idOf } from '../outline/draft.ts';
import type { Vault } from '../outline/load.ts';
import { quoted, type SearchPage } from '../service/search.ts';
import type { Service } from '../service/service.ts';
import type { WritingService } from '../service/writer.ts';
import { accessOf, withAccess } from '../sharing/access.ts';
import { newText } from '../words/shown-text.ts';

/** A state of a framework that has a name, such as “2024 edition”. */
export type NamedVersion = {
  /** Its short id. */
  readonly id: string;
  readonly object: JsonObject;
  /** When the framework was so, UTC milliseconds; null: not known. */
  readonly time: number | null;
  /** The versions of the framework and its parts, by short id. */
  readonly versions: ReadonlyMap<string, number>;
};

/** What a version is named with. */
export type NewVersion = Pick<NamedVersion, 'versions'> & {
  readonly frameworkId: string;
  /** UTC milliseconds. */
  readonly time: number;
  readonly name: string;
  /** Language tag of the name. */
  readonly language: string;
};

/**
 * Stores the name of a version as a CreativeWork of schema.org: `exampleOfWork` is the framework, `hasPart` the addresses of it and its
 * parts in these versions. Those who own and read the framework own and read it.
 *
 * @throws ServiceError
 */
export async function nameVersion(
  service: Pick<WritingService, 'base' | 'read' | 'save'>,
  { frameworkId, versions, time, name, language }: NewVersion,
): Promise<void> {
  const access = accessOf((await service.read(frameworkId)).object);
  const id = `${service.base}data/schema.org.CreativeWork/${crypto.randomUUID()}`;
  const object: JsonObject = {
    '@context': 'https://schema.org/',
    '@type': 'CreativeWork',
    '@id': id,
    name: newText(name, language),
    exampleOfWork: frameworkId,
    hasPart: [...versions].map(([part, version]) => `${part}/${version}`),
    dateCreated: new Date(time).toISOString(),
  };
  await service.save(id, await withAccess(object, access), 'new');
}

/** The named versions of a framework that the person may read, newest first. @throws ServiceError */
export async function namedVersions(
  { base, search }: Pick<Service, 'base' | 'search'>,
  vault: Vault,
  frameworkId: string,
  signal?: AbortSignal,
): Promise<readonly NamedVersion[]> {
  const request = { q: `exampleOfWork:${quoted(frameworkId)}`, indexHint: '*creativework', size: 100 };
  const found: NamedVersion[] = [];
  let page: SearchPage | null = await search(request, signal);
  while (page !== null) {
    const opened = await Promise.all(page.objects.map((object) => vault.open(object)));
    for (const object of opened) if (object !== null) found.push(...readVersion(object, frameworkId, base));
    page = page.next === null ? null : await page.next(signal);
  }
  return found.sort((a, b) => (b.time ?? 0) - (a.time ?? 0));
}

/** The named version in an object; empty for other works that refer to the framework. */
function readVersion(object: JsonObject, frameworkId: string, base: string): readonly NamedVersion[] {
  const [work] = idsIn(member(object, 'exampleOfWork'));
  const parts = idsIn(member(object, 'hasPart')).map((id) => splitId(id, [base]));
  const versions = new Map(
    parts.flatMap(({ shortId, version }) => (version === null ? [] : [[shortId, version] as const])),
  );
  if (work === undefined || shortIdOf(work, []) !== frameworkId || !versions.has(frameworkId)) return [];
  return [{ id: idOf(object), object, versions, time: parseTime(String(member(object, 'dateCreated') ?? '')) }];
}
