import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createKeyRing } from '../../../../shared/base/crypto/public-key.ts';
import { readObjectKeys } from '../../../../shared/repository/access/key-lists.ts';
import { type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useKeyNames } from '../../app/use-key-names.ts';
import { agentOf, type Makers, type Origin, originOf } from '../../learners/origin.ts';
import type { ProfileRecord } from '../../learners/profile.ts';
import { createBadges } from '../../service/badges.ts';
import type { Learner } from './use-learners.ts';

/** Where a record of a profile comes from. */
export type Source = {
  /** The assertion as stored. */
  readonly object: JsonObject;
  readonly origin: Origin | null;
  /** The name of the person who made it; null: not known. */
  readonly maker: string | null;
  /** Whether one of the person's keys owns it. */
  readonly isMine: boolean;
  readonly isBadge: boolean;
};

const NONE: readonly Read[] = [];

/** The stored assertion of a record, with the fingerprints of its keys. */
type Read = Makers & { readonly id: string; readonly object: JsonObject; readonly isBadge: boolean };

const readKey = createKeyRing();

/** The sources of records, by short id; empty while they are being read. */
export function useSources(records: readonly ProfileRecord[], learner: Learner): ReadonlyMap<string, Source> {
  const { service } = useEditor();
  const { identities } = useIdentities();
  const ids = records.map(({ id }) => id);
  const { data: read = NONE } = useQuery<readonly Read[]>({
    queryKey: ['assertions', ids, identities.map(({ id }) => id)],
    enabled: ids.length > 0,
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => {
      const [objects, badgePem] = await Promise.all([
        service.getMany(ids, signal),
        service.part(createBadges).badgeKey(signal),
      ]);
      const keys = identities.map(({ key }) => key);
      const badgeKey = readKey(badgePem).fingerprint;
      return Promise.all(
        objects.map(async (object) => {
          const { owners, readers } = readObjectKeys(object, readKey);
          return {
            id: shortIdOf(String(member(object, '@id')), []),
            object,
            agent: await agentOf(object, keys, readKey),
            owners: owners.map(({ fingerprint }) => fingerprint),
            isBadge: readers.some(({ fingerprint }) => fingerprint === badgeKey),
          };
        }),
      );
    },
  });
  const nameOf = useKeyNames(read.flatMap((one) => makerOf(one) ?? []));
  const names = read.map((one) => nameOf(makerOf(one) ?? ''));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stand for the function that finds them
  return useMemo(() => {
    const mine = new Set(identities.map(({ id }) => id));
    return new Map(
      read.map((one, index): [string, Source] => {
        const { id, object, isBadge, owners } = one;
        const isMine = owners.some((owner) => mine.has(owner));
        const maker = makerOf(one) === learner.id ? learner.name : (names[index] ?? null);
        return [id, { object, isBadge, isMine, origin: originOf(one, learner.id), maker }];
      }),
    );
  }, [read, identities, learner.id, learner.name, names.join('\n')]);
}

/** The fingerprint of the agent, or of the owner while the agent is hidden. */
function makerOf({ agent, owners }: Makers): string | null {
  return agent ?? (owners.length === 1 ? (owners[0] ?? null) : null);
}
