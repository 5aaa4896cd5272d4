import { html } from '../../shared/http/html.ts';
import type { ReadContext } from '../../shared/repository/frameworks/object-reader.ts';
import { addressOf } from '../../shared/repository/linked-data/names.ts';
import { datestampOf } from './datestamps.ts';
import type { FormatName } from './formats.ts';
import type { Item } from './items.ts';
import type { WriteMetadata } from './metadata.ts';
import { alignmentsOf } from './relations.ts';
import { type Membership, membershipsOf, type Selection } from './sets.ts';

/** An item, and what it belongs to and is aligned with. */
export type Entry = { readonly item: Item; readonly sets: readonly string[]; readonly related: readonly string[] };

/** @param isWhole alignments are looked up too, for records in Dublin Core */
export async function entriesOf(
  ctx: ReadContext,
  items: readonly Item[],
  { mayHave, has }: Selection,
  isWhole: boolean,
): Promise<readonly Entry[]> {
  const candidates = items.filter(mayHave);
  const membership = await membershipsOf(ctx, candidates);
  const members = candidates
    .map((item): readonly [Item, Membership] => [item, membership(item)])
    .filter(([item, { sets }]) => has === null || has(item, sets));
  const ids = members.flatMap(([{ kind, read, shortId }]) => (kind === 'competency' && read !== null ? [shortId] : []));
  const alignments = isWhole ? await alignmentsOf(ctx, ids) : new Map<string, readonly string[]>();
  return members.map(([item, { roots, sets }]) => {
    return { item, sets, related: [...roots, ...(alignments.get(item.shortId) ?? [])] };
  });
}

/** The header of a record (OAI-PMH 2.0, 2.5). */
export function headerOf({ item, sets }: Pick<Entry, 'item' | 'sets'>, bases: readonly [string, ...string[]]): string {
  const { shortId, changed, read } = item;
  return String(
    html`<header${read === null ? html` status="deleted"` : null}><identifier>${addressOf(shortId, bases)}</identifier><datestamp>${datestampOf(changed)}</datestamp>${sets.map(
      (spec) => html`<setSpec>${spec}</setSpec>`,
    )}</header>`,
  );
}

/** A record in pieces; null where the item has no metadata in the format. */
export async function recordOf(
  entry: Entry,
  format: FormatName,
  write: WriteMetadata,
  bases: readonly [string, ...string[]],
): Promise<AsyncIterable<string> | null> {
  const header = headerOf(entry, bases);
  const { read } = entry.item;
  const metadata = read === null ? [] : await write(format, read, entry.related);
  return metadata && pieces();

  async function* pieces(): AsyncGenerator<string> {
    yield `<record>${header}`;
    if (read !== null && metadata !== null) {
      yield '<metadata>\n';
      yield* metadata;
      yield '</metadata>';
    }
    yield '</record>\n';
  }
}
