import { Toolbar } from 'react-aria-components';
import { Button, IconButton } from '../../ui/button.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { RowAction } from './row-menu.tsx';
import type { Outline } from './use-outline.ts';

type ChosenBarProps = {
  readonly outline: Outline;
  readonly onAction: (action: RowAction) => void;
};

/** Buttons for the chosen rows, below the outline: of several rows always, of a single one where fingers are used. */
export function ChosenBar({ outline, onAction }: ChosenBarProps) {
  const { t } = useWords();
  const { selected, focused, editing } = outline;
  if (focused === null || editing !== null) return null;
  const isSeveral = selected.size > 1;
  return (
    <Toolbar className="outline-bar" aria-label={t('outline.bar')} data-single={!isSeveral || undefined}>
      {isSeveral ? (
        <span className="outline-bar-count">{t('outline.selected', { count: selected.size })}</span>
      ) : (
        <>
          <IconButton icon="add" label={t('outline.add-below')} onPress={() => onAction('add')} />
          <IconButton icon="edit" label={t('outline.edit')} onPress={() => onAction('edit')} />
        </>
      )}
      <IconButton icon="outdent" label={t('outline.outdent')} onPress={() => onAction('outdent')} />
      <IconButton icon="indent" label={t('outline.indent')} onPress={() => onAction('indent')} />
      <IconButton icon="up" label={t('outline.up')} onPress={() => onAction('up')} />
      <IconButton icon="down" label={t('outline.down')} onPress={() => onAction('down')} />
      {isSeveral && (
        <>
          <Button variant="quiet" onPress={() => onAction('move')}>
            {t('outline.move')}
          </Button>
          <Button variant="quiet" onPress={() => onAction('copy')}>
            {t('outline.copy')}
          </Button>
        </>
      )}
      <IconButton icon="delete" label={t('outline.delete')} onPress={() => onAction('delete')} />
      {isSeveral && (
        <IconButton icon="close" label={t('outline.unselect')} onPress={() => outline.focus(focused.key)} />
      )}
    </Toolbar>
  );
}
