import { member } from '../../../../shared/repository/linked-data/json.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf, listedIds } from '../../outline/state.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SearchField } from '../../ui/fields.tsx';
import { withShownText } from '../../words/shown-text.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { AccessMark } from './access-mark.tsx';
import { FrameworkName } from './framework-name.tsx';
import { SaveStatus } from './save-status.tsx';
import { StateMenu } from './state-menu.tsx';
import { ToolsMenu } from './tools-menu.tsx';
import { useSnapshot } from './use-document.ts';
import type { Find } from './use-find.ts';
import type { Outline } from './use-outline.ts';
import type { RowActions } from './use-row-actions.ts';

type HeaderProps = {
  readonly document: FrameworkDocument;
  readonly outline: Outline;
  readonly actions: RowActions;
  readonly find: Find;
  readonly canChange: boolean;
  readonly onPaste: () => void;
  readonly onNewEdition: () => void;
  readonly showsDetails: boolean;
  readonly onToggleDetails: () => void;
};

/** The name of the framework, its save state, and the commands for all of it. */
export function OutlineHeader(props: HeaderProps) {
  const { document, outline, actions, find, canChange, onPaste, onNewEdition, showsDetails, onToggleDetails } = props;
  const { t, language } = useWords();
  const { state, canUndo, canRedo } = useSnapshot(document);
  const framework = frameworkOf(state);
  const name = textIn(framework, 'name', language) ?? '';
  const count = listedIds(framework, 'competency').length;
  return (
    <div className="outline-header">
      <div className="outline-title">
        <FrameworkName
          name={name}
          canChange={canChange}
          onChange={(text) =>
            document.run({
              kind: 'edit',
              id: state.frameworkId,
              fields: { name: withShownText(member(framework, 'name'), text, language) },
            })
          }
        />
        <span className="quiet small">
          {outline.selected.size > 1
            ? t('outline.selected', { count: outline.selected.size })
            : t('outline.count', { count })}
        </span>
        <AccessMark id={state.frameworkId} />
        <StateMenu document={document} canChange={canChange} />
        {canChange && <SaveStatus document={document} />}
      </div>
      <div className="row">
        {canChange && (
          <>
            <Button variant="primary" icon="add" onPress={() => actions.addAfter(outline.focused)}>
              <span className="outline-add-text">{t('outline.add')}</span>
            </Button>
            <IconButton icon="undo" label={t('outline.undo')} isDisabled={!canUndo} onPress={outline.undo} />
            <IconButton icon="redo" label={t('outline.redo')} isDisabled={!canRedo} onPress={outline.redo} />
          </>
        )}
        <FindField find={find} />
        <IconButton
          icon="info"
          label={t(showsDetails ? 'details.hide' : 'details.show')}
          variant="plain"
          aria-expanded={showsDetails}
          onPress={onToggleDetails}
        />
        <ToolsMenu
          document={document}
          outline={outline}
          canChange={canChange}
          onPaste={onPaste}
          onNewEdition={onNewEdition}
        />
      </div>
    </div>
  );
}

function FindField({ find }: { readonly find: Find }) {
  const { t } = useWords();
  return (
    <search className="outline-find">
      <SearchField label={t('outline.find')} value={find.text} onChange={find.setText} onSubmit={() => find.go(1)} />
      {find.text.trim() !== '' && (
        <>
          <span className="quiet small" role="status">
            {t('outline.find-count', { count: find.matches.size })}
          </span>
          <IconButton
            icon="chevron-down"
            label={t('outline.find-next')}
            isDisabled={find.matches.size === 0}
            onPress={() => find.go(1)}
          />
        </>
      )}
    </search>
  );
}
