import { lazy, Suspense, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { FrameworkDocument } from '../../outline/document.ts';
import { IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';

const Details = lazy(async () => ({ default: (await import('../details/details.tsx')).Details }));

type DetailsPanelProps = {
  readonly document: FrameworkDocument;
  /** The selected competencies. */
  readonly ids: readonly string[];
  /** The selected competency is being added, and has no name yet. */
  readonly isUnnamed: boolean;
  readonly onClose: () => void;
};

/** The details of the selection, or of the framework, beside the outline. */
export function DetailsPanel({ document, ids, isUnnamed, onClose }: DetailsPanelProps) {
  const { t } = useWords();
  const [showsFramework, setShowsFramework] = useState(false);
  const isFramework = showsFramework || ids.length === 0;
  return (
    <aside className="details-panel" aria-label={t('details.title')}>
      <div className="row row-between">
        <ToggleButtonGroup
          className="segments"
          aria-label={t('details.title')}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[isFramework ? 'framework' : 'selection']}
          onSelectionChange={(keys) => setShowsFramework(keys.has('framework'))}
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
