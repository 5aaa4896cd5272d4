import { useEditor } from '../../app/editor.tsx';
import { StateTag, useStateText } from '../../app/state-tag.tsx';
import { fieldsOfState, PUBLICATION_STATES, type PublicationState, stateOf } from '../../editions/publication-state.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf } from '../../outline/state.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { useWords } from '../../words/use-words.tsx';
import { useSnapshot } from './use-document.ts';

/** The entry that removes the state. */
const NONE = 'none';

/** The state of the framework: a badge, and a menu for those who may change it. */
export function StateMenu({
  document,
  canChange,
}: {
  readonly document: FrameworkDocument;
  readonly canChange: boolean;
}) {
  const { t } = useWords();
  const { announce } = useEditor();
  const textOf = useStateText();
  const framework = frameworkOf(useSnapshot(document).state);
  const stated = stateOf(framework);
  if (!canChange) return <StateTag framework={framework} />;

  function choose(id: string): void {
    const state = PUBLICATION_STATES.find((one) => one === id) ?? null;
    const chosen = state === null ? null : { state };
    if (textOf(chosen) === textOf(stated)) return;
    document.run({ kind: 'edit', id: document.frameworkId, fields: fieldsOfState(framework, state) });
    announce(t('state.is', { state: textOf(chosen) }));
  }

  const label = t('state.of', { state: textOf(stated) });
  return (
    <MenuButton
      trigger={
        <Button variant="quiet" aria-label={label}>
          {stated === null ? <span className="quiet small">{textOf(null)}</span> : <StateTag framework={framework} />}
          <Icon name="chevron-down" />
        </Button>
      }
      label={t('state.label')}
      selected={stated === null ? NONE : (stated.state ?? '')}
      entries={[
        ...PUBLICATION_STATES.map((id: PublicationState) => ({ id, label: t(`state.${id}`) })),
        { id: NONE, label: t('state.none') },
      ]}
      onAction={choose}
    />
  );
}
