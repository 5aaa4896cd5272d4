import { type ReactNode, useState } from 'react';
import { parseTime } from '../../../../shared/repository/linked-data/time.ts';
import { CompetencyPicker } from '../../app/competency-picker.tsx';
import { useEditor } from '../../app/editor.tsx';
import { FaultMessage } from '../../app/use-fault.tsx';
import { useTask } from '../../app/use-task.ts';
import { type Evidence, isWebAddress, MAX_FILE_BYTES } from '../../learners/evidence.ts';
import { idMaker } from '../../outline/new-object.ts';
import { competencyOf } from '../../outline/part.ts';
import { frameworkOf, listedIds, type OutlineState } from '../../outline/state.ts';
import { createBadges } from '../../service/badges.ts';
import { ServiceError } from '../../service/service-error.ts';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toast.ts';
import { faultOf } from '../../words/fault.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import type { Learner } from './use-learners.ts';
import { useRecord } from './use-record.ts';

type Props = {
  readonly learner: Learner;
  readonly state: OutlineState;
  /** The competency; null: the person has yet to choose it. */
  readonly competency: string | null;
  readonly onClose: () => void;
};

type FileEvidence = Extract<Evidence, { kind: 'file' }>;

const NONE: ReadonlySet<string> = new Set();

/** Records that a learner has, or has not, a competency. */
export function RecordDialog({ learner, state, competency, onClose }: Props) {
  const words = useWords();
  const { t, language } = words;
  const { service, toasts } = useEditor();
  const record = useRecord();
  const [id] = useState(() => idMaker(service.base)('Assertion'));
  const task = useTask();
  const [chosen, setChosen] = useState(competency);
  const [isPositive, setPositive] = useState(true);
  const [level, setLevel] = useState<string | null>(null);
  const [confidence, setConfidence] = useState('100');
  const [date, setDate] = useState(() => isoDate(new Date()));
  const [expires, setExpires] = useState('');
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly FileEvidence[]>([]);
  const [withBadge, setWithBadge] = useState(false);
  const [isTried, setTried] = useState(false);

  const levels = listedIds(frameworkOf(state), 'level').flatMap((id) => {
    const object = state.objects.get(id);
    if (object === undefined || competencyOf(object) !== chosen) return [];
    return [{ id, label: textIn(object, 'title', language) ?? textIn(object, 'name', language) ?? id }];
  });
  const percent = /^\d{1,3}$/.test(confidence.trim()) ? Number(confidence) : Number.NaN;
  const [from, until] = [timeOf(date), expires === '' ? null : timeOf(expires)];
  const faults = {
    competency: chosen === null ? t('learners.choose-competency') : undefined,
    confidence: percent >= 0 && percent <= 100 ? undefined : t('learners.confidence-wrong'),
    date: Number.isNaN(from) ? t('learners.date-wrong') : undefined,
    expires: until === null || until >= from ? undefined : t('learners.expires-wrong'),
  };
  const shown = (name: keyof typeof faults): string | undefined => (isTried ? faults[name] : undefined);

  async function addFile(file: File): Promise<void> {
    await task.run(async () => {
      if (file.size > MAX_FILE_BYTES) {
        throw new RangeError(t('learners.evidence-file-large', { size: MAX_FILE_BYTES / 1000 }));
      }
      const added: FileEvidence = { kind: 'file', name: file.name, address: await dataUrlOf(file) };
      setFiles((before) => [...before, added]);
    });
  }

  /** Why the service does not publish the badge; null: it does. */
  async function whyNoBadge(): Promise<ReactNode> {
    try {
      await service.part(createBadges).badge(id);
      return null;
    } catch (error) {
      const fault = faultOf(error, words);
      const detail = error instanceof ServiceError ? error.message : fault.detail; // says which of several things is missing
      return <FaultMessage fault={{ ...fault, text: `${t('learners.badge-missing')} ${fault.text}`, detail }} />;
    }
  }

  async function save(): Promise<void> {
    setTried(true);
    if (chosen === null || Object.values(faults).some((fault) => fault !== undefined)) return;
    const typed = text.trim();
    const isBadge = withBadge && isPositive;
    const written: readonly Evidence[] =
      typed === '' ? [] : [isWebAddress(typed) ? { kind: 'link', address: typed } : { kind: 'text', text: typed }];
    const claim = {
      competency: chosen,
      framework: state.frameworkId,
      isPositive,
      level,
      confidence: percent / 100,
      evidence: [...written, ...files],
      date: from,
      expires: until,
    };
    const done = await task.run(async () => {
      const [refused] = await record([{ id, subject: learner.publicPem, claim }], { withBadge: isBadge });
      if (refused !== undefined) throw refused.error;
    });
    if (!done) return;
    const missing = isBadge ? await whyNoBadge() : null;
    showToast(toasts, {
      text: missing ?? t('learners.record-done'),
    });
    onClose();
  }

  return (
    <FormDialog
      title={t('learners.record-of', { name: learner.name })}
      submit={t('common.save')}
      task={task}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      {competency === null ? (
        <CompetencyPicker
          label={t('learners.competency')}
          state={state}
          without={NONE}
          error={shown('competency')}
          onPick={setChosen}
        />
      ) : (
        <p>
          <strong>{textIn(state.objects.get(competency) ?? {}, 'name', language) ?? competency}</strong>
        </p>
      )}
      <Select
        label={t('learners.says')}
        choices={[
          { id: 'yes', label: t('learners.says-yes') },
          { id: 'no', label: t('learners.says-no') },
        ]}
        value={isPositive ? 'yes' : 'no'}
        onChange={(id) => setPositive(id === 'yes')}
      />
      {levels.length > 0 && (
        <Select
          label={t('learners.level')}
          choices={[{ id: '', label: t('learners.no-level') }, ...levels]}
          value={level ?? ''}
          onChange={(id) => setLevel(id === '' || id === null ? null : String(id))}
        />
      )}
      <TextField
        label={t('learners.evidence')}
        description={t('learners.evidence-help')}
        lines={3}
        value={text}
        onChange={setText}
      />
      <div className="row">
        <FileButton label={t('learners.evidence-file')} accept={[]} onChoose={(file) => void addFile(file)} />
        {files.map((file) => (
          <span key={file.address} className="row">
            {file.name}
            <IconButton
              icon="delete"
              label={t('learners.evidence-remove', { name: file.name })}
              onPress={() => setFiles(files.filter((one) => one !== file))}
            />
          </span>
        ))}
      </div>
      <div className="record-row">
        <TextField label={t('learners.date')} type="date" value={date} onChange={setDate} error={shown('date')} />
        <TextField
          label={t('learners.expires')}
          type="date"
          value={expires}
          onChange={setExpires}
          error={shown('expires')}
        />
        <TextField
          label={t('learners.confidence')}
          inputMode="numeric"
          value={confidence}
          onChange={setConfidence}
          error={shown('confidence')}
        />
      </div>
      {isPositive && (
        <div>
          <Checkbox isSelected={withBadge} onChange={setWithBadge}>
            {t('learners.badge')}
          </Checkbox>
          <p className="quiet small">{t('learners.badge-help')}</p>
        </div>
      )}
      <p className="quiet small">{t('learners.record-private', { name: learner.name })}</p>
    </FormDialog>
  );
}

/** The day in the person's time zone. */
function isoDate(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** UTC milliseconds of a day; for today, the current time, so that records of one day keep their order. */
function timeOf(day: string): number {
  const now = new Date();
  return day === isoDate(now) ? now.getTime() : (parseTime(day) ?? Number.NaN);
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
