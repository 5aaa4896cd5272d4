import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { browserStorage } from '../../app/preferences.ts';
import { keepRecent, readRecent } from '../../app/recent-frameworks.ts';
import { useVault } from '../../app/use-vault.ts';
import { idOf } from '../../outline/draft.ts';
import { isFramework } from '../../outline/not-a-framework.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';

/** Links to the frameworks that this browser opened last. Those that are gone or private for others now are forgotten. */
export function Recent() {
  const { t, has, language } = useWords();
  const { service } = useEditor();
  const { identities } = useIdentities();
  const vault = useVault();
  const { data: frameworks = [] } = useQuery({
    queryKey: ['recent', ...identities.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const ids = readRecent(browserStorage());
      const stored = ids.length === 0 ? [] : await service.getMany(ids, signal);
      const opened = (await Promise.all(stored.map(vault.open))).filter((one) => one !== null).filter(isFramework);
      keepRecent(browserStorage(), opened.map(idOf));
      return opened;
    },
    staleTime: 0,
  });
  if (frameworks.length === 0 || !has('start.recent')) return null;
  return (
    <nav aria-labelledby="recent">
      <h2 id="recent" className="quiet small">
        {t('start.recent')}
      </h2>
      <ul>
        {frameworks.map((framework) => (
          <li key={idOf(framework)}>
            <Link href={frameworkPath(idOf(framework))}>
              <bdi>{textIn(framework, 'name', language) ?? t('start.unnamed')}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
