import { useEffect, useState } from 'react';
import { type Loaded, loadFramework, PUBLIC_VAULT } from '../outline/load.ts';
import { NotAFramework } from '../outline/not-a-framework.ts';
import { frameworkOf, listedIds } from '../outline/state.ts';
import type { Service } from '../service/service.ts';
import { ServiceError } from '../service/service-error.ts';
import { textIn } from '../words/text-of.ts';
import type { Words } from '../words/words.ts';
import type { Embedder } from './messages.ts';
import { EmbeddedOutline } from './outline.tsx';

type Props = {
  readonly service: Service;
  readonly words: Words;
  readonly embedder: Embedder;
  readonly editorAddress: URL;
  readonly frameworkId: string | null;
  readonly competencyId: string | null;
};

type Reading = { readonly loaded: Loaded } | { readonly fault: string } | null;

/** A framework for readers on another page: its outline, with descriptions, and a link to the editor. */
export function EmbeddedFramework({ service, words, embedder, editorAddress, frameworkId, competencyId }: Props) {
  const { t, language } = words;
  const reading = useReading({ service, words, embedder, frameworkId });
  useHeight(embedder);
  if (reading === null) return <p role="status">{t('common.loading')}</p>;
  if ('fault' in reading) return <p role="alert">{reading.fault}</p>;
  const { state, missing } = reading.loaded;
  const framework = frameworkOf(state);
  const description = textIn(framework, 'description', language);
  const address = `${editorAddress.href}?${new URLSearchParams({ frameworkId: state.frameworkId })}`;
  return (
    <main className="stack">
      <h1>
        <bdi>{textIn(framework, 'name', language) || t('outline.unnamed')}</bdi>
      </h1>
      {description !== null && (
        <p className="embed-text">
          <bdi>{description}</bdi>
        </p>
      )}
      {missing.length > 0 && <p className="quiet small">{t('print.missing', { count: missing.length })}</p>}
      <EmbeddedOutline state={state} words={words} embedder={embedder} competencyId={competencyId} />
      <p className="row row-between small">
        <span className="quiet">{t('outline.count', { count: countOf(reading.loaded) })}</span>
        <a href={address} target="_blank" rel="noopener">
          {t('embed.open')}
        </a>
      </p>
    </main>
  );
}

/** Loads the framework, and tells the embedding page. */
function useReading({ service, words, embedder, frameworkId }: Omit<Props, 'editorAddress' | 'competencyId'>): Reading {
  const [reading, setReading] = useState<Reading>(null);
  useEffect(() => {
    const ending = new AbortController();
    const fail = (reason: string, fault: string): void => {
      setReading({ fault });
      embedder.send({ type: 'failed', reason });
    };
    if (frameworkId === null) {
      fail('not-found', words.t('embed.no-framework'));
      return;
    }
    loadFramework(service, frameworkId, PUBLIC_VAULT, ending.signal).then(
      (loaded) => {
        const framework = frameworkOf(loaded.state);
        const name = textIn(framework, 'name', words.language) ?? '';
        setReading({ loaded });
        embedder.send({
          type: 'ready',
          framework: { id: loaded.state.frameworkId, name },
          competencies: countOf(loaded),
        });
      },
      (error: unknown) => {
        if (ending.signal.aborted) return;
        const kind = error instanceof ServiceError ? error.kind : 'failed';
        if (error instanceof NotAFramework) fail('not-found', words.t('embed.private'));
        else if (kind === 'not-found' || kind === 'unauthorized') fail('not-found', words.t('embed.private'));
        else fail(kind, words.t(`fault.${kind}`, { detail: error instanceof Error ? error.message : String(error) }));
      },
    );
    return () => ending.abort();
  }, [service, words, embedder, frameworkId]);
  return reading;
}

/** The number of competencies that could be read. */
function countOf({ state }: Loaded): number {
  return listedIds(frameworkOf(state), 'competency').filter((id) => state.objects.has(id)).length;
}

/** Tells the embedding page the height of the frame that shows everything. */
function useHeight(embedder: Embedder): void {
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      embedder.send({ type: 'resize', height: Math.ceil(document.body.getBoundingClientRect().height) });
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [embedder]);
}
