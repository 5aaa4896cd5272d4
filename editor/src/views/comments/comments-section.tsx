import { useState } from 'react';
import { useIdentities } from '../../app/editor.tsx';
import type { OutlineState } from '../../outline/state.ts';
import { Skeleton } from '../../ui/feedback.tsx';
import { Switch } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import { CommentForm } from './comment-form.tsx';
import { ThreadView } from './thread-view.tsx';
import { useLiveComments, useThreads } from './use-comments.ts';
import './comments.css';

type SectionProps = {
  readonly state: OutlineState;
  /** Short id of the framework or of the competency that the comments are about. */
  readonly about: string;
};

/** The comments on a framework or a competency, and a field for a new one. */
export function CommentsSection({ state, about }: SectionProps) {
  const { t } = useWords();
  const { current } = useIdentities();
  const all = useThreads(state);
  const threads = all?.get(about) ?? [];
  const [showsResolved, setShowsResolved] = useState(false);
  useLiveComments(state.frameworkId);
  const resolved = threads.filter(({ isResolved }) => isResolved).length;
  const shown = threads.filter(({ isResolved }) => showsResolved || !isResolved);
  return (
    <div className="stack">
      {all === undefined && <Skeleton lines={3} />}
      {all !== undefined && shown.length === 0 && <p className="quiet">{t('comments.none')}</p>}
      {shown.map((thread) => (
        <ThreadView key={thread.root.id} thread={thread} state={state} />
      ))}
      {resolved > 0 && (
        <Switch isSelected={showsResolved} onChange={setShowsResolved}>
          {t('comments.show-resolved', { count: resolved })}
        </Switch>
      )}
      <CommentForm
        frameworkId={state.frameworkId}
        about={about}
        label={t('comments.new')}
        submit={t('comments.send')}
      />
      {current === null && <p className="quiet small">{t('new.key')}</p>}
    </div>
  );
}
