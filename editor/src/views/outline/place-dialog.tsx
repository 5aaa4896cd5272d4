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
import type { RowActions } from './use-row-actions.ts';

/** Maximum number of competencies offered. */
const MAX_CHOICES = 50;

/** The choice of the top level, which is not the id of a competency. */
const TOP = 'top';

/** Competencies whose new parent is asked for: in place of the present one, or besides it (of a single competency). */
export type PlaceRequest = { readonly kind: 'move' | 'link'; readonly items: readonly Occurrence[] };

type PlaceDialogProps = {
  readonly outline: Outline;
  readonly actions: RowActions;
  readonly request: PlaceRequest;
  readonly onClose: () => void;
};

/** Moves competencies below another one, at the end, or adds another parent to a competency, without a copy. */
export function PlaceDialog({ outline, actions, request: { kind, items }, onClose }: PlaceDialogProps) {
  const { t, language } = useWords();
  const { state } = useSnapshot(outline.document);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { parents, children, roots } = state.tree;
  const nameOf = (id: string): string => {
    if (id === TOP) return t('outline.top');
    return textIn(state.objects.get(id) ?? {}, 'name', language) || t('outline.unnamed');
  };
  const left = new Set(items.flatMap(({ id }) => [...subtreeOf(state.tree, id)]));
  if (kind === 'link') for (const parent of items.flatMap(({ id }) => parents.get(id) ?? [])) left.add(parent);
  const wanted = text.toLocaleLowerCase(language);
  const choices = [...(kind === 'move' ? [TOP] : []), ...listedIds(frameworkOf(state), 'competency')]
    .filter((id) => !left.has(id) && nameOf(id).toLocaleLowerCase(language).includes(wanted))
    .slice(0, MAX_CHOICES)
    .map((id) => ({ id, label: nameOf(id) }));
  const [first] = items;
  if (first === undefined) return null;

  function confirm(): void {
    if (chosen === null || first === undefined) return;
    const parent = chosen === TOP ? null : chosen;
    const moved = new Set(items.map(({ id }) => id));
    const siblings = parent === null ? roots : (children.get(parent) ?? []);
    const place = { parent, after: siblings.findLast((id) => !moved.has(id)) ?? null };
    if (kind === 'move') actions.move(items, place);
    else outline.run({ kind, id: first.id, place }, () => ({ id: first.id, parent }));
    onClose();
  }

  const named = { name: nameOf(first.id) };
  const [title, action] =
    kind === 'link'
      ? [t('outline.link-title', named), t('outline.link-add')]
      : [
          items.length === 1 ? t('outline.move-title', named) : t('outline.move-several', { count: items.length }),
          t('outline.move-here'),
        ];
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" isDisabled={chosen === null} onPress={confirm}>
            {action}
          </Button>
        </>
      }
    >
      <ComboBox
        label={t('outline.place-below')}
        choices={choices}
        value={chosen}
        onChange={(id) => {
          setChosen(id === null ? null : String(id));
          if (id !== null) setText(nameOf(String(id)));
        }}
        text={text}
        onTextChange={setText}
        empty={t('results.none-title')}
      />
    </Dialog>
  );
}
