import { diffWordsWithSpace } from 'diff';
import { Fragment } from 'react';
import { useStateText } from '../../app/state-tag.tsx';
import { statedAs } from '../../editions/publication-state.ts';
import { useWords } from '../../words/use-words.tsx';
import { wordOfProperty } from '../details/fields.ts';
import { RELATION_TYPES } from '../details/relations.ts';
import type { Sentence } from './describe-change.ts';

type SentenceProps = { readonly sentence: Sentence; readonly nameOf: (id: string) => string };

/** A change in words; texts with their deletions and insertions marked. */
export function SentenceText({ sentence, nameOf }: SentenceProps) {
  const { t } = useWords();
  const stateText = useStateText();
  switch (sentence.kind) {
    case 'moved-under':
      return <p>{t('history.moved-under', { parent: nameOf(sentence.parent) })}</p>;
    case 'related': {
      const known = RELATION_TYPES.find((type) => type === sentence.type);
      const type = known === undefined ? sentence.type : t(`relation.${known}`);
      return <p>{t('history.related', { type, target: nameOf(sentence.target) })}</p>;
    }
    case 'parts-added':
    case 'parts-removed':
      return <p>{t(`history.${sentence.kind}`, { count: sentence.count })}</p>;
    case 'reworded': {
      const word = wordOfProperty(sentence.member);
      const member = word === null ? sentence.member : t(word);
      const isState = word === 'state.label';
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
