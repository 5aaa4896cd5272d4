import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { addressOf } from '../../../shared/repository/linked-data/names.ts';
import { idsIn, shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import { typeKey } from '../../../shared/repository/linked-data/type-key.ts';
import { readPerson } from '../identity/people.ts';
import { idOf } from '../outline/draft.ts';
import { partKindOf } from '../outline/state.ts';
import { isConcept, isScheme, schemesOf } from '../schemes/concept-links.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState, Skeleton } from '../ui/feedback.tsx';
import { textIn } from '../words/text-of.ts';
import { useWords } from '../words/use-words.tsx';
import { useEditor } from './editor.tsx';
import { matchesOf } from './matches.ts';
import { frameworkPath, schemePath, toSegment } from './paths.ts';
import { useKindWord } from './use-kind-word.ts';

/**
 * Shown when the address of a framework leads to another object. A competency redirects to the framework that lists it, a concept scheme
 * and its concepts to the view of vocabularies.
 */
export function OtherObject({ object }: { readonly object: JsonObject }) {
  const { t } = useWords();
  if (isEncryptedValue(object)) return <EncryptedObject object={object} />;
  if (partKindOf(object) === 'competency') return <CompetencyObject object={object} />;
  if (isScheme(object)) return <Redirect to={schemePath(idOf(object))} replace />;
  const [scheme] = isConcept(object) ? schemesOf(object) : [];
  if (scheme !== undefined) return <Redirect to={schemePath(scheme, idOf(object))} replace />;
  return (
    <Explanation object={object} title={t('other.title')} action={<NextStep object={object} />}>
      {t('other.text')}
    </Explanation>
  );
}

/** An object that none of the person's keys decrypts. */
function EncryptedObject({ object }: { readonly object: JsonObject }) {
  const { t } = useWords();
  const kindWord = useKindWord();
  const type = member(object, '@encryptedType') ?? member(object, 'encryptedType');
  return (
    <Explanation
      object={object}
      title={t('other.encrypted-title')}
      kind={typeof type === 'string' ? kindWord({ '@type': type }) : kindWord(object)}
      action={<LinkButton href="/identity">{t('identity.open')}</LinkButton>}
    >
      {t('other.encrypted')}
    </Explanation>
  );
}

/** What a person can do with an object that is not shown as an outline; nothing for most types. */
function NextStep({ object }: { readonly object: JsonObject }) {
  const { t } = useWords();
  const [person] = readPerson(object);
  if (person !== undefined && !person.isGroup) {
    return <LinkButton href={`/learners/${toSegment(person.id)}`}>{t('other.learner')}</LinkButton>;
  }
  const [competency] = ['competency', 'source', 'target'].flatMap((name) => idsIn(member(object, name)));
  if (competency === undefined || !BELONGING.test(typeKey(object))) return null;
  return <LinkButton href={frameworkPath(shortIdOf(competency, []))}>{t('other.competency')}</LinkButton>;
}

/** Types whose objects belong to a competency. */
const BELONGING = /(?:^|\.)(?:relation|level|rolluprule|assertion)$/;

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
    <Explanation object={object} title={t('other.title')}>
      {t('other.unlisted')}
    </Explanation>
  ) : (
    <Redirect to={href} replace />
  );
}

/** Members that contain the name of an object, in any vocabulary. */
const NAMES = ['name', 'schema:name', 'skos:prefLabel', 'dcterms:title'];

type ExplanationProps = {
  readonly object: JsonObject;
  readonly title: string;
  /** What it is; absent: its type. */
  readonly kind?: string;
  readonly action?: ReactNode;
  readonly children: string;
};

function Explanation({ object, title, kind, action, children }: ExplanationProps) {
  const { t, language } = useWords();
  const { service } = useEditor();
  const kindWord = useKindWord();
  const [name = null] = NAMES.flatMap((member) => textIn(object, member, language) ?? []);
  return (
    <EmptyState
      isPage
      icon="info"
      title={title}
      actions={
        <>
          {action}
          <LinkButton href="/">{t('common.to-start')}</LinkButton>
          <a className="button" href={new URL(addressOf(idOf(object), [service.base]), service.base).href}>
            {t('other.data')}
          </a>
        </>
      }
    >
      <div className="stack">
        <p>
          <span className="tag">{kind ?? kindWord(object)}</span> {name !== null && <bdi>{name}</bdi>}
        </p>
        <p>{children}</p>
      </div>
    </EmptyState>
  );
}
