import { useQuery } from '@tanstack/react-query';
import { parsePublicKey } from '../../../../shared/base/crypto/public-key.ts';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useVault } from '../../app/use-vault.ts';
import { readIdentity } from '../../identity/identity.ts';
import { PERMISSION, readPermission, type ShareLink } from '../../learners/share-link.ts';
import type { Learner } from './use-learners.ts';

/** Maximum number of permissions that are read. */
const MAX_LINKS = 500;

/** The links of the person to records of a learner, those that end first at the top. */
export function useShareLinks(learner: Learner): readonly ShareLink[] {
  const { service } = useEditor();
  const { identities } = useIdentities();
  const vault = useVault();
  const { data = [] } = useQuery({
    queryKey: ['share-links', identities.map(({ id }) => id)],
    enabled: identities.length > 0,
    queryFn: async ({ signal }) => {
      const { objects } = await service.search({ q: '*', indexHint: `*${PERMISSION}`, size: MAX_LINKS }, signal);
      const opened = await Promise.all(objects.map((object) => vault.open(object)));
      return opened.flatMap((object) => (object === null ? [] : (readPermission(object) ?? [])));
    },
  });
  return data
    .filter((link) => parsePublicKey(link.learner.publicPem).fingerprint === learner.id)
    .toSorted((a, b) => a.ends - b.ends);
}

/** The fingerprints of the keys of the person's links to records of a learner. */
export function useKeysOfLinks(learner: Learner): readonly string[] {
  const links = useShareLinks(learner);
  const { data = [] } = useQuery({
    queryKey: ['share-links', 'keys', links.map(({ id }) => id)],
    queryFn: () => Promise.all(links.map(async ({ name, privatePem }) => (await readIdentity(name, privatePem)).id)),
    placeholderData: (before) => before,
  });
  return data;
}
