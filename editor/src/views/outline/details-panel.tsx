import { lazy, Suspense } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { Outline } from './use-outline.ts';

const Details = lazy(async () => ({ default: (await import('../details/details.tsx')).Details }));

type DetailsPanelProps = {
  readonly outline: Outline;
  readonly onClose: () => void;
};

/** The details of the selection, or of the framework until the person goes to a row, beside the outline. */
export function DetailsPanel({ outline, onClose }: DetailsPanelProps) {
  const { t } = useWords();
  const { document, focused, editing } = outline;
  const ids = [...new Set(outline.chosen().map(({ id }) => id))];
  const isFramework = outline.isFrameworkChosen || ids.length === 0;
  const isUnnamed = editing !== null && focused !== null && outline.isUnnamed(focused.id);
  return (
    <aside className="details-panel" aria-label={t('details.title')}>
      <div className="row row-between">
        <ToggleButtonGroup
          className="segments"
          aria-label={t('details.title')}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[isFramework ? 'framework' : 'selection']}
          onSelectionChange={(keys) => outline.chooseFramework(keys.has('framework'))}
        >
          <ToggleButton id="selection" className="segment" isDisabled={ids.length === 0}>
            {t('details.of-selection')}
          </ToggleButton>
          <ToggleButton id="framework" className="segment">
            {t('details.of-framework')}
          </ToggleButton>
        </ToggleButtonGroup>
        <IconButton icon="close" label={t('details.hide')} onPress={onClose} />
      </div>
      {isUnnamed && !isFramework ? (
        <p className="quiet">{t('details.unnamed')}</p>
      ) : (
        <Suspense fallback={<Skeleton lines={6} />}>
          <Details document={document} ids={isFramework ? [] : ids} />
        </Suspense>
      )}
    </aside>
  );
}
