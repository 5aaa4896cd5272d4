import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath, schemePath } from '../../app/paths.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Banner, ProgressBar } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { Plan, Summary } from './plan.ts';
import { useImportFault } from './use-import-fault.tsx';

type State =
  | { readonly status: 'preview'; readonly fault: ReactNode }
  | { readonly status: 'running'; readonly share: number | undefined }
  | { readonly status: 'done'; readonly summary: Summary };

const COUNTS = ['created', 'changed', 'unchanged', 'removed'] as const;

/** Maximum number of rows in a list of losses or failures; further ones are counted. */
const SHOWN = 50;

/** The preview of an import, its progress, and its result. */
export function PlanPreview({ plan }: { readonly plan: Plan }) {
  const { t } = useWords();
  const { announce } = useEditor();
  const queries = useQueryClient();
  const faultMessage = useImportFault();
  const [state, setState] = useState<State>({ status: 'preview', fault: null });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setState({ status: 'running', share: undefined });
    try {
      const summary = await plan.run(controller.signal, (share) => setState({ status: 'running', share }));
      await queries.invalidateQueries({ queryKey: ['frameworks'] });
      await queries.invalidateQueries({ queryKey: ['schemes'] });
      setState({ status: 'done', summary });
      announce(t(`import.${resultOf(summary)}`));
    } catch (error) {
      setState({ status: 'preview', fault: controller.signal.aborted ? t('import.cancelled') : faultMessage(error) });
    }
  }

  if (state.status === 'running') {
    return (
      <div className="stack">
        <ProgressBar label={t('import.running')} value={state.share} />
        <Button onPress={() => running.current?.abort()}>{t('common.cancel')}</Button>
      </div>
    );
  }
  if (state.status === 'done') {
    const { summary } = state;
    const result = resultOf(summary);
    return (
      <div className="stack">
        <Banner kind={RESULT_BANNERS[result]} actions={<OpenLink summary={summary} isPrimary />}>
          {t(`import.${result}`)}
        </Banner>
        {summary.frameworkId === null && summary.schemeId === null && result !== 'done-nothing' && (
          <p>{t('import.no-framework')}</p>
        )}
        <SummaryView summary={summary} title={t('import.was')} />
      </div>
    );
  }
  const { created = 0, changed = 0, removed = 0 } = plan.preview.counts;
  const { ownerless = 0 } = plan.preview;
  const isEmpty = created + changed + removed === 0;
  return (
    <div className="stack">
      <SummaryView summary={plan.preview} title={t('import.will')} />
      {ownerless > 0 && <Banner>{t('import.ownerless', { count: ownerless })}</Banner>}
      {state.fault !== null && <Banner kind="danger">{state.fault}</Banner>}
      <div className="row">
        <Button variant="primary" isDisabled={isEmpty} onPress={() => void run()}>
          {t('import.start')}
        </Button>
        {isEmpty && <span className="quiet small">{t('import.nothing')}</span>}
        {isEmpty && <OpenLink summary={plan.preview} />}
      </div>
    </div>
  );
}

/** Leads to the framework, or to the vocabulary. */
function OpenLink({ summary, isPrimary = false }: { readonly summary: Summary; readonly isPrimary?: boolean }) {
  const { t } = useWords();
  const { frameworkId, schemeId } = summary;
  const variant = isPrimary ? 'primary' : 'plain';
  if (frameworkId !== null) {
    return (
      <LinkButton variant={variant} href={frameworkPath(frameworkId)}>
        {t('import.open')}
      </LinkButton>
    );
  }
  if (schemeId === null) return null;
  return (
    <LinkButton variant={variant} href={schemePath(schemeId)}>
      {t('import.open-scheme')}
    </LinkButton>
  );
}

const RESULT_BANNERS = { done: 'success', 'done-part': 'warning', 'done-nothing': 'danger' } as const;

/** Whether all, a part or nothing was imported. */
function resultOf({ counts, failed }: Summary): keyof typeof RESULT_BANNERS {
  if (failed.length === 0) return 'done';
  const { created = 0, changed = 0, removed = 0 } = counts;
  return created + changed + removed === 0 ? 'done-nothing' : 'done-part';
}

function SummaryView({ summary, title }: { readonly summary: Summary; readonly title: string }) {
  const { t, number } = useWords();
  const faultMessage = useFaultMessage();
  return (
    <>
      <h3>{title}</h3>
      <dl className="import-counts">
        {COUNTS.flatMap((name) => {
          const count = summary.counts[name];
          return count === undefined
            ? []
            : [
                <div key={name}>
                  <dt>{t(`import.count-${name}`)}</dt>
                  <dd>{number(count)}</dd>
                </div>,
              ];
        })}
      </dl>
      <Details
        title={t('import.failed', { count: summary.failed.length })}
        items={summary.failed}
        lineOf={({ id, error }) => (
          <>
            {faultMessage(error)} <bdi>({id})</bdi>
          </>
        )}
      />
      <Details
        title={t('import.losses', { count: summary.losses.length })}
        items={summary.losses}
        lineOf={(loss) => <Loss {...loss} />}
      />
    </>
  );
}

/** Something that a format, or the store, has no place for, as the service describes it. */
export function Loss({ id, property, reason }: Summary['losses'][number]) {
  return (
    <bdi lang="en">
      {property}: {reason} ({id})
    </bdi>
  );
}

type DetailsProps<Item> = {
  readonly title: string;
  readonly items: readonly Item[];
  readonly lineOf: (item: Item) => ReactNode;
};

/** A list that the person can open; nothing without items. */
export function Details<Item>({ title, items, lineOf }: DetailsProps<Item>) {
  const { t } = useWords();
  if (items.length === 0) return null;
  return (
    <details className="import-details">
      <summary>{title}</summary>
      <ul className="small">
        {items.slice(0, SHOWN).map((item, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={i}>{lineOf(item)}</li>
        ))}
        {items.length > SHOWN && <li>{t('import.more', { count: items.length - SHOWN })}</li>}
      </ul>
    </details>
  );
}
