import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'wouter';
import { type PublicKey, parsePublicKey } from '../../../../shared/base/crypto/public-key.ts';
import { useEditor } from '../../app/editor.tsx';
import { useOwner } from '../../app/use-owner.ts';
import { useWriter } from '../../app/use-writer.ts';
import { createIdentity, readIdentity } from '../../identity/identity.ts';
import { applyReaders } from '../../learners/apply-readers.ts';
import type { ReaderChange } from '../../learners/assertion-readers.ts';
import { linkAddress, newPermissionId, type ShareLink, writePermission } from '../../learners/share-link.ts';

/** What a new link is made of. */
export type NewLink = Omit<ShareLink, 'id' | 'privatePem'>;

/** Shares records of the person with people and by links. All throw ServiceError; all return how many records were refused. */
export function useShare() {
  const service = useWriter('share');
  const { identities: store } = useEditor();
  const owner = useOwner();
  const queries = useQueryClient();

  async function change(records: readonly string[], of: ReaderChange): Promise<number> {
    const keys = store.getSnapshot().identities.map(({ key }) => key);
    const refused = await applyReaders(service, records, of, keys);
    await queries.invalidateQueries({ queryKey: ['assertions'] });
    return refused.length;
  }

  return {
    add: (records: readonly string[], reader: PublicKey) => change(records, { added: [reader], removed: [] }),
    remove: (records: readonly string[], reader: PublicKey) => change(records, { added: [], removed: [reader] }),
    /** Stores the permission first, so that a link that was made in part can be ended too. */
    async makeLink(of: NewLink): Promise<{ readonly link: ShareLink; readonly refused: number }> {
      const { key, privatePem } = await createIdentity(of.name);
      const link: ShareLink = { ...of, id: newPermissionId(service.base), privatePem };
      const permission = await writePermission(link, parsePublicKey(await owner()), key.publicKey);
      await service.save(link.id, permission, 'new');
      const refused = await change(of.records, { added: [key.publicKey], removed: [] });
      await queries.invalidateQueries({ queryKey: ['share-links'] });
      return { link, refused };
    },
    /** Removes the key of the link from its records, and then the link, unless a record was refused. */
    async endLink({ id, name, privatePem, records }: ShareLink): Promise<number> {
      const { key } = await readIdentity(name, privatePem);
      const refused = await change(records, { added: [], removed: [key.publicKey] });
      if (refused === 0) await service.remove(id, 'any');
      await queries.invalidateQueries({ queryKey: ['share-links'] });
      return refused;
    },
  };
}

/** The address of links: what a person opens. */
export function useLinkAddress(): (link: ShareLink) => string {
  const { base } = useRouter();
  return (link) => linkAddress(new URL(`${base}/learners/shared`, window.location.href).href, link);
}
