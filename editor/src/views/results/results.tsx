import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { useEditor } from '../../app/editor.tsx';
import { type Match, matchesOf } from '../../app/matches.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { useKindWord } from '../../app/use-kind-word.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { usePrivateMatches } from '../../app/use-private-matches.ts';
import { queryOf, searchTyped } from '../../app/words-query.ts';
import { isFramework } from '../../outline/not-a-framework.ts';
import { partKindOf } from '../../outline/state.ts';
import type { SearchPage } from '../../service/search.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { Marked } from '../../ui/marked.tsx';
import { Select } from '../../ui/select.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { notationOf } from '../graph/relation-graph.ts';
import './results.css';

/** The kinds of objects to search for, with the patterns of their types. */
const KINDS = { all: undefined, framework: '*framework', competency: '*competency', other: '-' } as const;

type Kind = keyof typeof KINDS;

/** Which of the decrypted objects are of a kind. */
const FITS: Readonly<Record<Kind, (object: JsonObject) => boolean>> = {
  all: () => true,
  framework: isFramework,
  competency: (object) => partKindOf(object) === 'competency',
  other: () => false,
};

/** The results of a search over everything that the person may read, with the framework of each. */
export function ResultsView() {
  const { t, language } = useWords();
  const { service } = useEditor();
  const faultMessage = useFaultMessage();
  const [address, setAddress] = useSearchParams();
  const q = address.get('q') ?? '';
  const kind = kindOf(address.get('kind'));
  usePageTitle(t('results.title'));
  const typed = useMemo(() => queryOf(q), [q]);
  const matchesIn = async (page: SearchPage, signal: AbortSignal) => ({
    matches: await matchesOf(page.objects, service, signal),
    next: page.next,
  });
  const query = useInfiniteQuery({
    queryKey: ['results', q, kind, language],
    enabled: q.trim() !== '',
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam !== null) return { ...(await matchesIn(await pageParam(signal), signal)), isSimilar: false };
      const found = await searchTyped((words) => service.search(requestOf(words, kind), signal), q, language);
      return { ...(await matchesIn(found.page, signal)), isSimilar: found.isSimilar };
    },
    initialPageParam: null as SearchPage['next'],
    getNextPageParam: (page) => page.next,
  });
  const matches = (query.data?.pages ?? []).flatMap((page) => page.matches);
  const own = usePrivateMatches(typed.words, FITS[kind]);
  return (
    <div className="page">
      <div className="page-head">
        <h1>{q === '' ? t('results.title') : `${t('results.title')}: ${q}`}</h1>
        <Select
          label={t('results.type')}
          value={kind}
          onChange={(id) => setAddress({ q, kind: String(id ?? 'all') })}
          choices={(['all', 'framework', 'competency', 'other'] as const).map((id) => ({
            id,
            label: t(`results.type-${id}`),
          }))}
        />
      </div>
      {q.trim() === '' && (
        <EmptyState icon="search" title={t('results.title')}>
          {t('results.begin')}
        </EmptyState>
      )}
      {query.isLoading && <Skeleton lines={6} />}
      {query.isError && <Banner kind="danger">{faultMessage(query.error)}</Banner>}
      {query.isSuccess && matches.length === 0 && own.count === 0 && !own.isSearching && (
        <EmptyState icon="search" title={t('results.none-title')}>
          {t('results.none')}
        </EmptyState>
      )}
      {own.error !== null && <Banner kind="danger">{faultMessage(own.error)}</Banner>}
      {own.matches.length > 0 && (
        <section className="stack" aria-labelledby="own">
          <h2 id="own">{t('results.private')}</h2>
          <MatchList matches={own.matches} words={typed.words} />
          {own.count > own.matches.length && (
            <p className="quiet small">{t('results.count-first', { count: own.matches.length })}</p>
          )}
          {!own.isComplete && <p className="quiet small">{t('results.private-newest')}</p>}
        </section>
      )}
      {own.matches.length > 0 && matches.length > 0 && <h2>{t('results.public')}</h2>}
      {query.data?.pages[0]?.isSimilar === true && matches.length > 0 && (
        <p className="quiet" role="status">
          {t('results.similar')}
        </p>
      )}
      {matches.length > 0 && <MatchList matches={matches} words={typed.words} />}
      <div className="row row-between start-end">
        <p className="quiet small" role="status">
          {query.isSuccess &&
            matches.length > 0 &&
            t(query.hasNextPage ? 'results.count-first' : 'results.count', { count: matches.length })}
        </p>
        {query.hasNextPage && (
          <Button onPress={() => void query.fetchNextPage()} isPending={query.isFetchingNextPage}>
            {t('start.more')}
          </Button>
        )}
      </div>
    </div>
  );
}

type MatchListProps = { readonly matches: readonly Match[]; readonly words: readonly string[] };

function MatchList({ matches, words }: MatchListProps) {
  const { t, language } = useWords();
  const kindWord = useKindWord();

  return (
    <ul className="list">
      {matches.map(({ id, object, href, framework, path }) => {
        const name = textIn(object, 'name', language) ?? textIn(object, 'skos:prefLabel', language) ?? id;
        const description = textIn(object, 'description', language);
        const notation = notationOf(object);
        const title = <Marked text={notation === null ? name : `${notation} ${name}`} words={words} />;
        return (
          <li key={id}>
            <div className="row row-between results-name">
              <bdi>{href === null ? <strong>{title}</strong> : <Link href={href}>{title}</Link>}</bdi>
              <span className="tag">{kindWord(object)}</span>
            </div>
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

function kindOf(text: string | null): Kind {
  return text === 'framework' || text === 'competency' || text === 'other' ? text : 'all';
}

function requestOf(q: string, kind: Kind) {
  const words = kind === 'other' ? `(${q}) AND NOT (@type:Framework OR @type:Competency)` : q;
  const indexHint = kind === 'other' ? undefined : KINDS[kind];
  return { q: words, size: 50, ...(indexHint !== undefined && { indexHint }) };
}
