import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useVault } from '../../app/use-vault.ts';
import { type Folder, foldersIn } from '../../folders/folder.ts';
import type { SearchPage } from '../../service/search.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';

/** The key of the query for all folders. */
export const FOLDERS_KEY = ['folders'] as const;

const NONE: ReadonlyMap<string, Folder> = new Map();

/** All folders that the person may read, by short id. */
export function useFolders(): ReadonlyMap<string, Folder> {
  const { service } = useEditor();
  const { identities } = useIdentities();
  const vault = useVault();
  const { data = NONE } = useQuery({
    queryKey: [...FOLDERS_KEY, identities.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const found: JsonObject[] = [];
      let page: SearchPage | null = await service.search({ q: '*', indexHint: '*directory', size: 500 }, signal);
      while (page !== null) {
        for (const one of page.objects) {
          const object = await vault.open(one);
          if (object !== null) found.push(object);
        }
        page = page.next === null ? null : await page.next(signal);
      }
      return foldersIn(found);
    },
  });
  return data;
}

/** The name of a folder. */
export function useFolderName(): (folder: Folder) => string {
  const { t, language } = useWords();
  return ({ object }) => textIn(object, 'name', language) ?? t('outline.unnamed');
}
