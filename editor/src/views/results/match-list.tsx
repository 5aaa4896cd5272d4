import type { KeyboardEvent } from 'react';
import { Link } from 'wouter';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import type { Match } from '../../app/matches.ts';
import { frameworkPath } from '../../app/paths.ts';
import { useKindWord } from '../../app/use-kind-word.ts';
import { idOf } from '../../outline/draft.ts';
import { Marked } from '../../ui/marked.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { notationOf } from '../graph/relation-graph.ts';
import './results.css';

type MatchListProps = { readonly matches: readonly Match[]; readonly words: readonly string[] };

/** Results as links. Tab leads through all; the arrow keys, Home and End through the first link of each. */
export function MatchList({ matches, words }: MatchListProps) {
  const { t, language } = useWords();
  const kindWord = useKindWord();

  return (
    <ul className="list" onKeyDown={moveFocus}>
      {matches.map((match) => {
        const { id, object, href, framework, path, ends } = match;
        const name = textIn(object, 'name', language) ?? textIn(object, 'skos:prefLabel', language);
        const description = textIn(object, 'description', language);
        const notation = notationOf(object);
        const title = name ?? (ends === null ? kindWord(object) : null);
        const text = [notation, title].filter((part) => part !== null).join(' ');
        return (
          <li key={id}>
            <div className="row row-between results-name">
              {title === null && ends !== null ? (
                <RelationTitle {...ends} />
              ) : (
                <bdi>
                  {href === null ? (
                    <strong>
                      <Marked text={text} words={words} />
                    </strong>
                  ) : (
                    <Link href={href}>
                      <Marked text={text} words={words} />
                    </Link>
                  )}
                </bdi>
              )}
              <span className="tag">{kindWord(object)}</span>
            </div>
            {name === null && ends === null && (
              <p className="small quiet results-id">
                <bdi>{id}</bdi>
              </p>
            )}
            {framework !== null && (
              <p className="small quiet">
                {t('results.in', {
                  framework: [framework, ...path].map((part) => textIn(part, 'name', language) ?? '…').join(' › '),
                })}
              </p>
            )}
            {description !== null && (
              <p className="framework-description">
                <bdi>
                  <Marked text={description} words={words} />
                </bdi>
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What a relation says, with links to what it relates. */
function RelationTitle({ source, type, target }: NonNullable<Match['ends']>) {
  const { t, has } = useWords();
  const key = `relation.${type}`;
  return (
    <span>
      <End {...source} /> {has(key) ? t(key) : type} <End {...target} />
    </span>
  );
}

function End({ id, object }: { readonly id: string; readonly object: JsonObject | null }) {
  const { language } = useWords();
  if (object === null) return <bdi>{id}</bdi>;
  return (
    <Link href={frameworkPath(idOf(object))}>
      <bdi>{textIn(object, 'name', language) ?? id}</bdi>
    </Link>
  );
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = STEPS[event.key];
  const links = [...event.currentTarget.children].flatMap((item) => item.querySelector('a') ?? []);
  const item = event.target instanceof Element ? event.target.closest('li') : null;
  const at = links.findIndex((link) => item?.contains(link));
  if (step === undefined || at === -1) return;
  event.preventDefault();
  links[step(at, links.length)]?.focus();
}
