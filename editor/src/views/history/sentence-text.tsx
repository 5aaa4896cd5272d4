import { diffWordsWithSpace } from 'diff';
import { Fragment } from 'react';
import { useStateText } from '../../app/state-tag.tsx';
import { statedAs, WRITTEN_STATE } from '../../editions/publication-state.ts';
import { useWords } from '../../words/use-words.tsx';
import type { Sentence } from './describe-change.ts';
import { memberName, relationWord } from './part-text.ts';

type SentenceProps = { readonly sentence: Sentence; readonly nameOf: (id: string) => string };

/** A change in words; texts with their deletions and insertions marked. */
export function SentenceText({ sentence, nameOf }: SentenceProps) {
  const { t } = useWords();
  const stateText = useStateText();
  switch (sentence.kind) {
    case 'moved-under':
      return <p>{t('history.moved-under', { parent: nameOf(sentence.parent) })}</p>;
    case 'related': {
      const type = relationWord(sentence.type, t);
      return <p>{t('history.related', { type, target: nameOf(sentence.target) })}</p>;
    }
    case 'parts-added':
    case 'parts-removed':
      return <p>{t(`history.${sentence.kind}`, { count: sentence.count })}</p>;
    case 'reworded': {
      const member = memberName(sentence.member, t);
      const isState = sentence.member === WRITTEN_STATE;
      const shown = (text: string): string => (isState && text !== '' ? stateText(statedAs(text)) : text);
      return (
        <p>
          <span className="quiet small">{t('history.reworded', { member })}</span>{' '}
          <MarkedText before={shown(sentence.before)} after={shown(sentence.after)} />
        </p>
      );
    }
    default:
      return <p>{t(`history.${sentence.kind}`)}</p>;
  }
}

/** A text with its deletions and insertions marked. */
function MarkedText({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <span className="history-text" dir="auto">
      {diffWordsWithSpace(before, after).map(({ value, added, removed }, i) => {
        const key = `${i} ${value}`;
        if (added) return <ins key={key}>{value}</ins>;
        return removed ? <del key={key}>{value}</del> : <Fragment key={key}>{value}</Fragment>;
      })}
    </span>
  );
}
