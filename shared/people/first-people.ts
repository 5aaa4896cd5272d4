import type { PublicKey } from '../base/crypto/public-key.ts';
import type { Caller } from '../repository/access/caller.ts';
import { readObjectKeys } from '../repository/access/key-lists.ts';
import { guidOf } from '../repository/linked-data/identifiers.ts';
import { type JsonObject, member } from '../repository/linked-data/json.ts';
import { items } from '../repository/linked-data/references.ts';
import type { ObjectContext } from '../repository/objects/context.ts';
import { findObjects } from '../repository/objects/find-objects.ts';

/**
 * Finds the keys of Persons by the exact text of a member, among the Persons that the caller may read. If several have the same text,
 * the one that was stored first is used, so that no other one can take over a person by writing the same address.
 *
 * @param texts e-mail addresses, telephone numbers or other addresses, in lower case
 */
export async function firstPeopleWith(
  ctx: Pick<ObjectContext, 'store' | 'logger' | 'config' | 'readKey'>,
  caller: Caller,
  name: 'email' | 'url' | 'telephone',
  texts: readonly string[],
): Promise<ReadonlyMap<string, PublicKey>> {
  const found = new Map<string, { readonly key: PublicKey; readonly since: number }>();
  for await (const { head, object } of findObjects(ctx, { member: name, texts, hint: '*.person' }, caller)) {
    const key = personKey(ctx, object, head.shortId);
    const own = items(member(object, name)).map((text) =>
      String(text)
        .replace(/^mailto:/i, '')
        .toLowerCase(),
    );
    const wanted = own.filter((text) => texts.includes(text));
    if (key === null || wanted.length === 0) continue;
    const since = (await ctx.store.history(head.key, MAX_HISTORY)).at(-1)?.time ?? head.time;
    for (const text of wanted) {
      const other = found.get(text);
      if (other === undefined || since < other.since) found.set(text, { key, since });
    }
  }
  return new Map([...found].map(([text, { key }]) => [text, key]));
}

const MAX_HISTORY = 10_000;

/** The key of a Person: the owner whose fingerprint is at the end of the id; null if there is none. */
function personKey({ readKey }: Pick<ObjectContext, 'readKey'>, object: JsonObject, shortId: string): PublicKey | null {
  const fingerprint = guidOf(shortId);
  return readObjectKeys(object, readKey).owners.find((owner) => owner.fingerprint === fingerprint) ?? null;
}
