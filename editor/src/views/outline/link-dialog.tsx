import { useState } from 'react';
import type { Occurrence } from '../../outline/command.ts';
import { frameworkOf, listedIds } from '../../outline/state.ts';
import { subtreeOf } from '../../outline/tree.ts';
import { Button } from '../../ui/button.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { useSnapshot } from './use-document.ts';
import type { Outline } from './use-outline.ts';

/** Maximum number of competencies offered. */
const MAX_CHOICES = 50;

type LinkDialogProps = { readonly outline: Outline; readonly item: Occurrence; readonly onClose: () => void };

/** Adds another parent to a competency, without a copy. */
export function LinkDialog({ outline, item, onClose }: LinkDialogProps) {
  const { t, language } = useWords();
  const { state } = useSnapshot(outline.document);
  const [text, setText] = useState('');
  const [parent, setParent] = useState<string | null>(null);
  const nameOf = (id: string): string => {
    const object = state.objects.get(id);
    return (object && textIn(object, 'name', language)) || t('outline.unnamed');
  };
  const below = new Set([...subtreeOf(state.tree, item.id), ...(state.tree.parents.get(item.id) ?? [])]);
  const choices = listedIds(frameworkOf(state), 'competency')
    .filter((id) => !below.has(id) && nameOf(id).toLocaleLowerCase(language).includes(text.toLocaleLowerCase(language)))
    .slice(0, MAX_CHOICES)
    .map((id) => ({ id, label: nameOf(id) }));
  const link = (): void => {
    if (parent === null) return;
    const after = state.tree.children.get(parent)?.at(-1) ?? null;
    outline.run({ kind: 'link', id: item.id, place: { parent, after } }, () => ({ id: item.id, parent }));
    onClose();
  };
  return (
    <Dialog
      title={t('outline.link-title', { name: nameOf(item.id) })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" isDisabled={parent === null} onPress={link}>
            {t('outline.link-add')}
          </Button>
        </>
      }
    >
      <ComboBox
        label={t('outline.link-to')}
        choices={choices}
        value={parent}
        onChange={(id) => {
          setParent(id === null ? null : String(id));
          if (id !== null) setText(nameOf(String(id)));
        }}
        text={text}
        onTextChange={setText}
        empty={t('results.none-title')}
      />
    </Dialog>
  );
}
