import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import { addressOf } from '../../../shared/repository/linked-data/identifiers.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { idOf } from '../outline/draft.ts';
import { partKindOf } from '../outline/state.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState, Skeleton } from '../ui/feedback.tsx';
import { textIn } from '../words/text-of.ts';
import { useWords } from '../words/use-words.tsx';
import { useEditor } from './editor.tsx';
import { matchesOf } from './matches.ts';
import { useKindWord } from './use-kind-word.ts';

/** Shown when the address of a framework leads to another object. A competency redirects to the framework that lists it. */
export function OtherObject({ object }: { readonly object: JsonObject }) {
  const { t } = useWords();
  if (isEncryptedValue(object)) return <Explanation object={object}>{t('other.encrypted')}</Explanation>;
  if (partKindOf(object) === 'competency') return <CompetencyObject object={object} />;
  return <Explanation object={object}>{t('other.text')}</Explanation>;
}

function CompetencyObject({ object }: { readonly object: JsonObject }) {
  const { t } = useWords();
  const { service } = useEditor();
  const { data, isPending } = useQuery({
    queryKey: ['framework-of', idOf(object)],
    queryFn: ({ signal }) => matchesOf([object], service, signal),
  });
  if (isPending) {
    return (
      <div className="page">
        <Skeleton lines={8} />
      </div>
    );
  }
  const href = data?.[0]?.href ?? null;
  return href === null ? (
    <Explanation object={object}>{t('other.unlisted')}</Explanation>
  ) : (
    <Redirect to={href} replace />
  );
}

/** Members that contain the name of an object, in any vocabulary. */
const NAMES = ['name', 'schema:name', 'skos:prefLabel', 'dcterms:title'];

function Explanation({ object, children }: { readonly object: JsonObject; readonly children: string }) {
  const { t, language } = useWords();
  const { service } = useEditor();
  const kindWord = useKindWord();
  const [name = null] = NAMES.flatMap((member) => textIn(object, member, language) ?? []);
  return (
    <EmptyState
      isPage
      icon="info"
      title={t('other.title')}
      actions={
        <>
          <LinkButton href="/">{t('common.to-start')}</LinkButton>
          <a className="button" href={new URL(addressOf(idOf(object), [service.base]), service.base).href}>
            {t('other.data')}
          </a>
        </>
      }
    >
      <div className="stack">
        <p>
          <span className="tag">{kindWord(object)}</span> {name !== null && <bdi>{name}</bdi>}
        </p>
        <p>{children}</p>
      </div>
    </EmptyState>
  );
}
