import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { type RootKind, rootPath } from '../../app/paths.ts';
import { useFaultMessage, useFaultText } from '../../app/use-fault.tsx';
import { useWriter } from '../../app/use-writer.ts';
import type { NamedVersion } from '../../editions/named-version.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import type { Vault } from '../../outline/load.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { CompareForm } from './compare-form.tsx';
import type { Change } from './load-history.ts';
import { NameDialog } from './name-dialog.tsx';
import { useNamedVersions } from './use-moment.ts';

type SectionProps = {
  readonly kind: RootKind;
  readonly document: FrameworkDocument;
  readonly vault: Vault;
  readonly canChange: boolean;
  /** Newest first. */
  readonly changes: readonly Change[];
};

/** The named versions of a framework, a new name for how it is now, and the choice of two states to compare. */
export function NamedVersions({ kind, document, vault, canChange, changes }: SectionProps) {
  const { t } = useWords();
  const { frameworkId } = document;
  const faultMessage = useFaultMessage();
  const { data: versions = [], error } = useNamedVersions(frameworkId, vault);
  const [isNaming, setNaming] = useState(false);
  return (
    <section className="card stack" aria-label={t('history.versions')}>
      <div className="row row-between">
        <h2>{t('history.versions')}</h2>
        {canChange && <Button onPress={() => setNaming(true)}>{t('history.name')}</Button>}
      </div>
      {error !== null && <Banner kind="danger">{faultMessage(error)}</Banner>}
      {versions.length === 0 && error === null && <p className="quiet">{t('history.versions-none')}</p>}
      {versions.length > 0 && (
        <ul className="list history-list">
          {versions.map((version) => (
            <VersionLine
              key={version.id}
              kind={kind}
              version={version}
              frameworkId={frameworkId}
              canChange={canChange}
            />
          ))}
        </ul>
      )}
      <CompareForm kind={kind} frameworkId={frameworkId} versions={versions} changes={changes} />
      {isNaming && <NameDialog document={document} vault={vault} moment={null} onClose={() => setNaming(false)} />}
    </section>
  );
}

type LineProps = {
  readonly kind: RootKind;
  readonly version: NamedVersion;
  readonly frameworkId: string;
  readonly canChange: boolean;
};

function VersionLine({ kind, version: { id, object, time }, frameworkId, canChange }: LineProps) {
  const { t, language, dateTime } = useWords();
  const { toasts, announce } = useEditor();
  const service = useWriter('version');
  const faultText = useFaultText();
  const queries = useQueryClient();
  const line = useRef<HTMLLIElement>(null);
  const [isAsking, setAsking] = useState(false);
  const name = textIn(object, 'name', language) ?? t('outline.unnamed');

  async function remove(): Promise<void> {
    const section = line.current?.closest('section');
    try {
      await service.remove(id, 'any');
      await queries.invalidateQueries({ queryKey: ['named-versions', frameworkId] });
      announce(t('history.name-removed', { name }));
      section?.querySelector('button')?.focus();
    } catch (error) {
      showToast(toasts, { text: faultText(error) });
    }
  }

  return (
    <li className="row row-between" ref={line}>
      <span>
        <Link href={`${rootPath(kind, frameworkId, 'history')}?${new URLSearchParams({ at: id })}`}>
          <bdi>{name}</bdi>
        </Link>{' '}
        <span className="quiet small">{dateTime(time)}</span>
      </span>
      {canChange && (
        <IconButton icon="delete" label={t('history.name-remove', { name })} onPress={() => setAsking(true)} />
      )}
      <ConfirmDialog
        title={t('history.name-remove', { name })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
        confirm={t('common.delete')}
      >
        <p>{t('history.name-remove-help')}</p>
      </ConfirmDialog>
    </li>
  );
}
