import { useEffect, useState } from 'react';
import { stateOf } from '../../editions/publication-state.ts';
import { frameworkOf } from '../../outline/state.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { useSnapshot } from './use-document.ts';
import type { Outline } from './use-outline.ts';

type NoticeProps = { readonly outline: Outline; readonly onNewEdition: () => void };

/** Offers a new edition once a person begins to edit a published framework. Editing it remains possible. */
export function PublishedNotice({ outline, onNewEdition }: NoticeProps) {
  const { t } = useWords();
  const { state } = useSnapshot(outline.document);
  const isPublished = stateOf(frameworkOf(state))?.state === 'published';
  const [published, setPublished] = useState(isPublished ? state : null);
  const [hasBegun, setBegun] = useState(false);
  const isEdited = outline.editing !== null || (published !== null && published !== state);
  useEffect(() => {
    if (!isPublished) {
      setPublished(null);
      setBegun(false);
    } else if (published === null) setPublished(state);
    else if (isEdited) setBegun(true);
  }, [isPublished, published, isEdited, state]);
  if (!isPublished || !hasBegun) return null;
  return (
    <Banner actions={<Button onPress={onNewEdition}>{t('edition.new')}</Button>}>{t('state.editing-published')}</Banner>
  );
}
