import { useState } from 'react';
import type { NewItem, Place } from '../../outline/command.ts';
import { countItems, readPaste } from '../../outline/paste.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';

/** The items to paste and their place; without items, the person pastes text into the dialog. */
export type PasteRequest = { readonly items: readonly NewItem[] | null; readonly place: Place };

type PasteDialogProps = {
  readonly request: PasteRequest;
  readonly onAdd: (items: readonly NewItem[], place: Place) => void;
  readonly onClose: () => void;
};

/** Shows what pasted text becomes before it is added. */
export function PasteDialog({ request, onAdd, onClose }: PasteDialogProps) {
  const { t, language } = useWords();
  const [text, setText] = useState('');
  const items = request.items ?? readPaste(text, language);
  const count = countItems(items);
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
          <Button
            variant="primary"
            isDisabled={count === 0}
            onPress={() => {
              onAdd(items, request.place);
              onClose();
            }}
          >
            {t('outline.paste-add', { count })}
          </Button>
        </>
      }
    >
      {request.items === null && (
        <TextField
          label={t('outline.paste-text')}
          description={t('outline.paste-help')}
          lines={8}
          value={text}
          onChange={setText}
          autoFocus
        />
      )}
      {count > 0 && (
        <section className="stack" aria-label={t('outline.paste-preview')}>
          <h3>{t('outline.paste-preview')}</h3>
          <div className="paste-preview">
            <ItemList items={items} language={language} />
          </div>
        </section>
      )}
    </Dialog>
  );
}

function ItemList({ items, language }: { readonly items: readonly NewItem[]; readonly language: string }) {
  return (
    <ul>
      {items.map(({ fields, children }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <li key={i}>
          {textIn({ ...fields }, 'name', language)}
          {children.length > 0 && <ItemList items={children} language={language} />}
        </li>
      ))}
    </ul>
  );
}
