import { md5Hex } from '../../base/crypto/md5.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import type { Caller } from '../../repository/access/caller.ts';
import type { Context } from '../../repository/context.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import { ONLY_IF_ABSENT } from '../../repository/objects/precondition.ts';
import { putMany } from '../../repository/objects/put-many.ts';
import type { Activity } from './statement.ts';
import type { Alignment } from './targets.ts';

/** Saves a CreativeWork for each unknown activity, so that it can be aligned; none where another owner has its id. */
export async function addWorks(
  ctx: Context,
  activities: readonly Activity[],
  alignments: ReadonlyMap<string, Alignment>,
  owner: PublicKey,
  caller: Caller,
): Promise<void> {
  const [base] = ctx.config.bases;
  const works = new Map<string, JsonObject>();
  for (const { id, definition } of activities) {
    if (works.has(id) || alignments.get(id)?.known === true || !/^https?:/.test(id)) continue;
    const [name, description] = [definition?.name, definition?.description].map(textOf);
    works.set(id, {
      '@context': 'http://schema.org/',
      '@type': 'CreativeWork',
      '@id': `${base}data/schema.org.CreativeWork/${md5Hex(id)}/${ctx.now()}`,
      url: id,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      owner: [owner.pem],
    });
  }
  const results = await putMany(
    ctx,
    [...works.values()].map((object) => ({ object, precondition: ONLY_IF_ABSENT })),
    caller,
    'batch',
  );
  for (const result of results) {
    if ('problem' in result && result.problem.status >= 500) throw result.problem;
  }
}

/** The text; of a language map the text in English, or else the first. */
function textOf(value: string | Record<string, string> | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return value['en-US'] ?? value.en ?? Object.values(value)[0];
}
