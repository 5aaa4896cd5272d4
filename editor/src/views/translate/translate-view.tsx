import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { frameworkPath, type ViewProps } from '../../app/paths.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkLanguages } from '../../outline/languages.ts';
import { frameworkOf } from '../../outline/state.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Banner, EmptyState } from '../../ui/feedback.tsx';
import { LanguagePicker } from '../../ui/language-picker.tsx';
import { Select } from '../../ui/select.tsx';
import { languageName } from '../../words/language-names.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { OpenedFramework } from '../outline/opened-framework.tsx';
import { SaveStatus } from '../outline/save-status.tsx';
import { useCanChange } from '../outline/use-can-change.ts';
import { useSnapshot } from '../outline/use-document.ts';
import { Translation } from './translation.tsx';
import './translate.css';

/** The texts of a framework in two languages beside each other. `from` and `to` are in its address. */
export function TranslateView({ params: { id = '' } }: ViewProps) {
  return <OpenedFramework id={id}>{(document) => <OpenTranslation document={document} />}</OpenedFramework>;
}

function OpenTranslation({ document }: { readonly document: FrameworkDocument }) {
  const { t, language } = useWords();
  const { state } = useSnapshot(document);
  const [address, setAddress] = useSearchParams();
  const framework = frameworkOf(state);
  const canChange = useCanChange(framework);
  const [languages] = useState(() => frameworkLanguages(state)); // typing in a new one does not move it
  const to = address.get('to');
  const others = useMemo(() => languages.filter((tag) => tag !== to), [languages, to]);
  const from = address.get('from') ?? others[0] ?? language;
  const title = t('translate.title-of', { framework: textIn(framework, 'name', language) ?? t('outline.unnamed') });
  usePageTitle(title);
  const choose = (chosen: { readonly from?: string; readonly to?: string }): void =>
    setAddress({ from, ...(to !== null && { to }), ...chosen }, { replace: true });

  return (
    <div className="page stack">
      <div className="page-head">
        <h1>{title}</h1>
        <div className="row">
          {canChange && <SaveStatus document={document} />}
          <LinkButton href={frameworkPath(document.frameworkId)} icon="framework">
            {t('graph.to-outline')}
          </LinkButton>
        </div>
      </div>
      {!canChange && <Banner>{t('outline.read-only')}</Banner>}
      <div className="row translate-languages">
        {others.length > 1 && (
          <Select
            label={t('translate.from')}
            choices={others.map((id) => ({ id, label: languageName(id, language) }))}
            value={from}
            onChange={(tag) => choose({ from: String(tag) })}
          />
        )}
        <LanguagePicker
          key={to}
          label={t('translate.to')}
          value={to}
          without={others.length > 1 ? [from] : others}
          onPick={(tag) => choose({ to: tag })}
        />
      </div>
      {to === null ? (
        <EmptyState icon="language" title={t('translate.choose-title')}>
          {t('translate.choose')}
        </EmptyState>
      ) : (
        <Translation key={`${from} ${to}`} document={document} from={from} to={to} canChange={canChange} />
      )}
    </div>
  );
}
