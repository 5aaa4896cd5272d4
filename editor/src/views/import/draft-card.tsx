import { useEffect, useMemo, useRef, useState } from 'react';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useWriter } from '../../app/use-writer.ts';
import { idOf } from '../../outline/draft.ts';
import { createDrafts, type DraftEvent, type DraftRequest } from '../../service/drafts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Banner, ProgressBar } from '../../ui/feedback.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { type Draft, type DraftItem, idsBelow, keptObjects, outlineOf } from './draft.ts';
import { planOfNew } from './plan.ts';
import { PlanPreview } from './plan-preview.tsx';
import type { Description } from './source.ts';
import { useImportFault } from './use-import-fault.tsx';

type CardProps = { readonly description: Description; readonly onRemove: () => void };

/** A framework that a language model drafts while the person watches and chooses which parts to save. */
export function DraftCard({ description: { name, request }, onRemove }: CardProps) {
  const { t } = useWords();
  const faultMessage = useImportFault();
  const { draft, incomplete, error, isOver, stop, retry } = useDraft(request);
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const outline = useMemo(() => outlineOf(draft?.drafted ?? []), [draft]);
  return (
    <section className="card stack" aria-label={name} aria-busy={!isOver}>
      <div className="row row-between">
        <h2 className="import-name">{name}</h2>
        <IconButton icon="close" label={t('import.remove', { name })} onPress={onRemove} />
      </div>
      {!isOver && (
        <>
          <ProgressBar label={t('draft.running', { count: draft?.drafted.length ?? 0 })} />
          <div className="row">
            <Button onPress={stop}>{t('draft.stop')}</Button>
          </div>
        </>
      )}
      {error !== null && (
        <Banner kind="danger" actions={<Button onPress={retry}>{t('common.retry')}</Button>}>
          {faultMessage(error)}
        </Banner>
      )}
      {incomplete.map((sentence) => (
        <Banner key={sentence} kind="warning">
          {sentence}
        </Banner>
      ))}
      {outline.length > 0 && (
        <section className="stack" aria-label={t('draft.outline')}>
          <h3>{t('draft.outline')}</h3>
          <p className="quiet small">{t('draft.choose')}</p>
          <Items items={outline} dropped={dropped} onDrop={setDropped} />
        </section>
      )}
      {isOver && draft !== null && draft.drafted.length > 0 && <Kept draft={draft} dropped={dropped} />}
    </section>
  );
}

function Kept({ draft, dropped }: { readonly draft: Draft; readonly dropped: ReadonlySet<string> }) {
  const service = useWriter('framework');
  const { current } = useIdentities();
  const owner = current?.publicPem ?? null;
  const plan = useMemo(
    () => planOfNew(service, idOf(draft.framework), keptObjects(draft, dropped, owner)),
    [service, draft, dropped, owner],
  );
  return <PlanPreview plan={plan} />;
}

type ItemsProps = {
  readonly items: readonly DraftItem[];
  readonly dropped: ReadonlySet<string>;
  readonly onDrop: (dropped: ReadonlySet<string>) => void;
};

function Items({ items, dropped, onDrop }: ItemsProps) {
  const { t, language } = useWords();
  return (
    <ul className="draft-items">
      {items.map((item) => {
        const { id, competency, children } = item;
        const name = textIn(competency, 'name', language) || t('outline.unnamed');
        const source = textIn(competency, 'dcterms:source', language);
        const isKept = !dropped.has(id);
        const keep = (kept: boolean): void => {
          const below = new Set(idsBelow(item));
          onDrop(kept ? dropped.difference(below) : dropped.union(below));
        };
        return (
          <li key={id}>
            <Checkbox isSelected={isKept} onChange={keep}>
              {name}
            </Checkbox>
            <p className="quiet small">{textIn(competency, 'description', language)}</p>
            {source !== null && <p className="quiet small">{t('draft.source', { sentence: source })}</p>}
            {isKept && children.length > 0 && <Items items={children} dropped={dropped} onDrop={onDrop} />}
          </li>
        );
      })}
    </ul>
  );
}

type State = {
  readonly draft: Draft | null;
  readonly incomplete: readonly string[];
  readonly error: unknown;
  readonly isOver: boolean;
};

const BEGINNING: State = { draft: null, incomplete: [], error: null, isOver: false };

/** Lets the model draft while the card is shown. What it has drafted stays if it is stopped or fails. */
function useDraft(request: DraftRequest): State & { readonly stop: () => void; readonly retry: () => void } {
  const { service, announce } = useEditor();
  const { t } = useWords();
  const [state, setState] = useState(BEGINNING);
  const [attempt, setAttempt] = useState(1);
  const running = useRef<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another draft
  useEffect(() => {
    const controller = new AbortController();
    running.current = controller;
    setState(BEGINNING);
    const draft = async (): Promise<void> => {
      for await (const event of service.part(createDrafts).draftFramework(request, controller.signal)) {
        setState((before) => next(before, event));
      }
    };
    draft().catch((error: unknown) => {
      setState((before) => ({ ...before, error: controller.signal.aborted ? null : error, isOver: true }));
    });
    return () => controller.abort();
  }, [service, request, attempt]);
  useEffect(() => {
    if (state.isOver) announce(t('draft.over'));
  }, [state.isOver, announce, t]);
  return { ...state, stop: () => running.current?.abort(), retry: () => setAttempt(attempt + 1) };
}

function next(state: State, event: DraftEvent): State {
  if (event.kind === 'framework') return { ...state, draft: { framework: event.framework, drafted: [] } };
  if (event.kind === 'done') return { ...state, incomplete: event.incomplete, isOver: true };
  const { draft } = state;
  return draft === null ? state : { ...state, draft: { ...draft, drafted: [...draft.drafted, event] } };
}
