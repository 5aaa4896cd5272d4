import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { useVault } from '../../app/use-vault.ts';
import { idOf } from '../../outline/draft.ts';
import { unsentFrameworks } from '../../outline/outline-storage.ts';
import { Banner } from '../../ui/feedback.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';

/** Names the frameworks with changes that this browser has stored and not sent: opening the framework sends them. */
export function Unsent() {
  const { t, language } = useWords();
  const { service, storage } = useEditor();
  const vault = useVault();
  const { data: frameworks = [] } = useQuery({
    queryKey: ['unsent'],
    queryFn: async ({ signal }) => {
      const ids = await unsentFrameworks(storage);
      const found = await service.readMany(ids, signal).catch(() => []); // without a connection they have no names
      const stored = new Map(found.map(({ object }) => [idOf(object), object]));
      return Promise.all(
        ids.map(async (id) => {
          const object = stored.get(id);
          return { id, object: object === undefined ? null : await vault.open(object) };
        }),
      );
    },
    staleTime: 0,
    gcTime: 0,
  });
  if (frameworks.length === 0) return null;
  return (
    <Banner kind="warning">
      <p>{t('start.unsent', { count: frameworks.length })}</p>
      <ul>
        {frameworks.map(({ id, object }) => (
          <li key={id}>
            <Link href={frameworkPath(id)}>
              {(object === null ? null : textIn(object, 'name', language)) ?? t('start.unnamed')}
            </Link>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
