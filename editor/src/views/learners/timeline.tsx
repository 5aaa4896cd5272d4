import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import { idsIn, shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import { useEditor } from '../../app/editor.tsx';
import { saveFile } from '../../app/save-file.ts';
import { useTask } from '../../app/use-task.ts';
import { useWriter } from '../../app/use-writer.ts';
import { readEvidence } from '../../learners/evidence.ts';
import { type ProfileRecord, textOf } from '../../learners/profile.ts';
import type { OutlineState } from '../../outline/state.ts';
import { badgePath } from '../../service/badges.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { OriginTag } from './standing-tags.tsx';
import type { Source } from './use-sources.ts';

type Props = {
  /** The latest first. */
  readonly records: readonly ProfileRecord[];
  readonly sources: ReadonlyMap<string, Source>;
  /** Absent while it is being loaded. */
  readonly state: OutlineState | undefined;
  /** Shares a record; null: nothing is shared here. */
  readonly onShare: ((record: ProfileRecord) => void) | null;
};

/** The assertions about the learner, the latest first, with their evidence. */
export function Timeline({ records, sources, state, onShare }: Props) {
  const { t } = useWords();
  const service = useWriter('assertion');
  const queries = useQueryClient();
  const task = useTask();
  const [withdrawn, setWithdrawn] = useState<string | null>(null);
  return (
    <section className="stack" aria-labelledby="timeline">
      <h2 id="timeline">{t('learners.timeline')}</h2>
      {task.failure !== null && <Banner kind="danger">{task.failure}</Banner>}
      {records.length === 0 ? (
        <p className="quiet">{t('learners.timeline-none')}</p>
      ) : (
        <ol className="list">
          {records.map((record) => (
            <li key={record.id}>
              <RecordItem
                record={record}
                source={sources.get(record.id) ?? null}
                state={state}
                onShare={onShare === null ? null : () => onShare(record)}
                onWithdraw={() => setWithdrawn(record.id)}
              />
            </li>
          ))}
        </ol>
      )}
      <ConfirmDialog
        title={t('learners.withdraw-title')}
        confirm={t('learners.withdraw-confirm')}
        isOpen={withdrawn !== null}
        onClose={() => setWithdrawn(null)}
        onConfirm={() =>
          void task.run(async () => {
            if (withdrawn === null) return;
            await service.remove(withdrawn, 'any');
            await queries.invalidateQueries({ queryKey: ['profile'] });
          })
        }
      >
        <p>{t('learners.withdraw-text')}</p>
      </ConfirmDialog>
    </section>
  );
}

type ItemProps = {
  readonly record: ProfileRecord;
  /** null while it is being read. */
  readonly source: Source | null;
  readonly state: OutlineState | undefined;
  readonly onShare: (() => void) | null;
  readonly onWithdraw: () => void;
};

function RecordItem({ record, source, state, onShare, onWithdraw }: ItemProps) {
  const { t, date, language, percent } = useWords();
  const { service } = useEditor();
  const name = textOf(record['competency']) ?? t('outline.unnamed');
  const object = source?.object ?? null;
  const isMine = source?.isMine ?? false;
  const agent = isMine ? t('learners.you') : (record.agent ?? source?.maker ?? t('learners.somebody'));
  const [levelId] = object === null ? [] : idsIn(member(object, 'level'));
  const level = state?.objects.get(shortIdOf(levelId ?? '', []));
  const confidence = object === null ? null : member(object, 'confidence');
  const notes = [
    ...(level === undefined ? [] : [t('learners.at-level', { level: textIn(level, 'title', language) ?? '' })]),
    ...(typeof confidence === 'number' && confidence < 1 ? [t('learners.sure', { percent: percent(confidence) })] : []),
    ...(record.expirationDate === null ? [] : [t('learners.until', { date: date(record.expirationDate) })]),
  ];
  const badge = `${service.base}${badgePath(record.id)}`;
  return (
    <div className="stack record">
      <div className="row row-between">
        <span>
          <strong>{name}</strong>
          <br />
          <span className="small">
            {record.assertionDate === null ? t('learners.no-date') : date(record.assertionDate)}
            {' · '}
            {t(record.negative ? 'learners.said-no' : 'learners.said-yes', { agent })}
            {notes.map((note) => ` · ${note}`)}
          </span>
        </span>
        <span className="row">
          {source?.origin && <OriginTag origin={source.origin} />}
          {source?.isBadge && (
            <>
              <a href={badge}>{t('learners.badge-open')}</a>
              <a href={`${badge}/image`}>{t('learners.badge-image')}</a>
            </>
          )}
          {isMine && onShare !== null && <IconButton icon="share" label={t('share.one', { name })} onPress={onShare} />}
          {isMine && <IconButton icon="delete" label={t('learners.withdraw', { name })} onPress={onWithdraw} />}
        </span>
      </div>
      {[...new Set(record.evidence)].map((text) => (
        <EvidenceItem key={text} text={text} />
      ))}
    </div>
  );
}

function EvidenceItem({ text }: { readonly text: string | null }) {
  const { t } = useWords();
  if (text === null) return <p className="quiet small">{t('learners.hidden-evidence')}</p>;
  const evidence = readEvidence(text);
  if (evidence.kind === 'text')
    return (
      <p className="small">
        <bdi>{evidence.text}</bdi>
      </p>
    );
  if (evidence.kind === 'link') {
    return (
      <a className="small" href={evidence.address} rel="noreferrer">
        {evidence.address}
      </a>
    );
  }
  const { name, address } = evidence;
  return (
    <div>
      <Button icon="download" onPress={() => saveFile(name, blobOf(address))}>
        {name}
      </Button>
    </div>
  );
}

/** The contents of a data URL in base64, as a file without a type, which no browser opens as a page of the editor. */
function blobOf(address: string): Blob {
  const text = atob(address.slice(address.indexOf(',') + 1));
  return new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))], {
    type: 'application/octet-stream',
  });
}
