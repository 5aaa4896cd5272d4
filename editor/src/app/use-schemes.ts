import { useQuery } from '@tanstack/react-query';
import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { idOf } from '../outline/draft.ts';
import { isScheme } from '../schemes/concept-links.ts';
import { loadScheme } from '../schemes/load-scheme.ts';
import type { SearchPage } from '../service/search.ts';
import { useEditor, useIdentities } from './editor.tsx';
import { useVault } from './use-vault.ts';

/** Vocabularies that are listed and offered at most. */
const MAX_SCHEMES = 500;

/** A concept scheme in a list. */
export type ListedScheme = { readonly id: string; readonly object: JsonObject; readonly isPrivate: boolean };

/** The concept schemes that the person can read. */
export function useSchemes(isNeeded = true) {
  const { service } = useEditor();
  const { identities } = useIdentities();
  const vault = useVault();
  return useQuery({
    queryKey: ['schemes', identities.map(({ id }) => id)],
    enabled: isNeeded,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly ListedScheme[]> => {
      const found: ListedScheme[] = [];
      let page: SearchPage | null = await service.search({ q: '*', indexHint: '*conceptscheme', size: 100 }, signal);
      while (page !== null && found.length < MAX_SCHEMES) {
        for (const stored of page.objects) {
          const object = await vault.open(stored);
          if (object !== null && isScheme(object))
            found.push({ id: idOf(object), object, isPrivate: isEncryptedValue(stored) });
        }
        page = page.next === null ? null : await page.next(signal);
      }
      return found;
    },
  });
}

/** The concepts of a scheme in their order, with the scheme. @param id its short id; null: none */
export function useScheme(id: string | null) {
  const { service } = useEditor();
  const vault = useVault();
  return useQuery({
    queryKey: ['scheme', id],
    enabled: id !== null,
    staleTime: 0,
    queryFn: async ({ signal }) => (await loadScheme(service, id ?? '', vault, signal)).state,
  });
}
