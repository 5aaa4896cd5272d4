import { useEffect } from 'react';
import { useWords } from '../words/use-words.tsx';

/** Names the page in the browser's tab, and for screen readers. */
export function usePageTitle(title: string): void {
  const { t } = useWords();
  const product = t('common.product');
  useEffect(() => {
    document.title = `${title} – ${product}`;
  }, [title, product]);
}
