import { useState } from 'react';
import type { NewItem } from '../../outline/command.ts';
import { NOTATION } from '../../outline/numbering.ts';
import { countItems, readPaste } from '../../outline/paste.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { newText } from '../../words/shown-text.ts';
import { useWords } from '../../words/use-words.tsx';
import { type Concepts, LABEL } from './use-concepts.ts';

type Props = { readonly concepts: Concepts; readonly onClose: () => void };

/** Adds the concepts of a pasted list at the end. */
export function PasteConcepts({ concepts, onClose }: Props) {
  const { t, language } = useWords();
  const [text, setText] = useState('');
  const items = readPaste(text).map((item) => conceptItem(item, language));
  const count = countItems(items);
  const add = (): void => {
    const { roots } = concepts.state.tree;
    const first = concepts.add(items, { parent: null, after: roots.at(-1) ?? null });
    if (first !== null) concepts.choose(first);
    onClose();
  };
  return (
    <Dialog
      title={t('outline.paste-title')}
      isOpen
      isWide
      hasInput={text !== ''}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" isDisabled={count === 0} onPress={add}>
            {t('schemes.paste-add', { count })}
          </Button>
        </>
      }
    >
      <TextField
        label={t('outline.paste-text')}
        description={t('schemes.paste-help')}
        lines={8}
        value={text}
        onChange={setText}
        autoFocus
      />
    </Dialog>
  );
}

/** A line of a list as a concept: its number becomes the notation, the cell beside the name the definition. */
function conceptItem({ fields, children }: NewItem, language: string): NewItem {
  const { name, description, [NOTATION]: notation } = fields;
  return {
    fields: {
      [LABEL]: newText(String(name), language),
      ...(typeof description === 'string' && { 'skos:definition': newText(description, language) }),
      ...(notation !== undefined && { 'skos:notation': notation }),
    },
    children: children.map((child) => conceptItem(child, language)),
  };
}
