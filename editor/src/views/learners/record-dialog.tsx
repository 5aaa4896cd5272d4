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
import type { Choice } from '../../ui/choice.tsx';
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

/** A learner, and the competency that something is recorded about; null: the person has yet to choose it. */
export type RecordTarget = { readonly learner: Learner; readonly competency: string | null };

type Props = {
  /** One, or several that get the same record. */
  readonly targets: readonly RecordTarget[];
  readonly state: OutlineState;
  readonly onClose: () => void;
};

type FileEvidence = Extract<Evidence, { kind: 'file' }>;

const NONE: ReadonlySet<string> = new Set();

/** Records that learners have, or have not, a competency. */
export function RecordDialog({ targets, state, onClose }: Props) {
  const words = useWords();
  const { t, language } = words;
  const { service, toasts } = useEditor();
  const record = useRecord();
  const [ids] = useState(() => targets.map(() => idMaker(service.base)('Assertion')));
  const task = useTask();
  const only = targets.length === 1 ? targets[0] : undefined;
  const [picked, setPicked] = useState<string | null>(null);
  const [isPositive, setPositive] = useState(true);
  const [level, setLevel] = useState<string | null>(null);
  const [confidence, setConfidence] = useState('100');
  const [date, setDate] = useState(() => isoDate(new Date()));
  const [expires, setExpires] = useState('');
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly FileEvidence[]>([]);
  const [withBadge, setWithBadge] = useState(false);
  const [isTried, setTried] = useState(false);

  const isPicked = only?.competency === null;
  const chosen = only === undefined ? null : (only.competency ?? picked);
  const levels = chosen === null ? [] : levelsOf(state, chosen, language);
  const percent = percentOf(confidence);
  const [from, until] = [timeOf(date), expires === '' ? null : timeOf(expires)];
  const faults = {
    competency: isPicked && picked === null ? t('learners.choose-competency') : undefined,
    confidence: Number.isNaN(percent) ? t('learners.confidence-wrong') : undefined,
    date: Number.isNaN(from) ? t('learners.date-wrong') : undefined,
    expires: until === null || until >= from ? undefined : t('learners.expires-wrong'),
  };
  const shown: Partial<typeof faults> = isTried ? faults : {};

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
  async function whyNoBadge(id: string): Promise<ReactNode> {
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
    if (Object.values(faults).some((fault) => fault !== undefined)) return;
    const typed = text.trim();
    const isBadge = withBadge && isPositive && only !== undefined;
    const written: readonly Evidence[] =
      typed === '' ? [] : [isWebAddress(typed) ? { kind: 'link', address: typed } : { kind: 'text', text: typed }];
    const claim = {
      framework: state.frameworkId,
      isPositive,
      level,
      confidence: percent / 100,
      evidence: [...written, ...files],
      date: from,
      expires: until,
    };
    const done = await task.run(async () => {
      const entries = targets.flatMap(({ learner, competency }, index) => {
        const [id, about] = [ids[index], competency ?? picked];
        if (id === undefined || about === null) return [];
        return [{ id, subject: learner.publicPem, claim: { ...claim, competency: about } }];
      });
      const [refused] = await record(entries, { withBadge: isBadge });
      if (refused !== undefined) throw refused.error;
    });
    if (!done) return;
    const missing = isBadge ? await whyNoBadge(ids[0] ?? '') : null;
    showToast(toasts, {
      text: missing ?? t('learners.record-done'),
    });
    onClose();
  }

  return (
    <FormDialog
      title={
        only === undefined
          ? t('learners.record-several', { count: targets.length })
          : t('learners.record-of', { name: only.learner.name })
      }
      submit={t('common.save')}
      task={task}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <About
        state={state}
        competency={isPicked ? null : chosen}
        isPicked={isPicked}
        error={shown.competency}
        onPick={setPicked}
      />
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
        <TextField label={t('learners.date')} type="date" value={date} onChange={setDate} error={shown.date} />
        <TextField
          label={t('learners.expires')}
          type="date"
          value={expires}
          onChange={setExpires}
          error={shown.expires}
        />
        <TextField
          label={t('learners.confidence')}
          inputMode="numeric"
          value={confidence}
          onChange={setConfidence}
          error={shown.confidence}
        />
      </div>
      {isPositive && only !== undefined && (
        <div>
          <Checkbox isSelected={withBadge} onChange={setWithBadge}>
            {t('learners.badge')}
          </Checkbox>
          <p className="quiet small">{t('learners.badge-help')}</p>
        </div>
      )}
      <p className="quiet small">
        {only === undefined
          ? t('learners.record-private-several')
          : t('learners.record-private', { name: only.learner.name })}
      </p>
    </FormDialog>
  );
}

type AboutProps = FieldProps & { readonly competency: string | null; readonly isPicked: boolean };

/** The competency that something is recorded about: a field to choose it, or its name. */
function About({ competency, isPicked, ...field }: AboutProps) {
  const { language } = useWords();
  if (isPicked) return <CompetencyField {...field} />;
  if (competency === null) return null;
  return (
    <p>
      <strong>{textIn(field.state.objects.get(competency) ?? {}, 'name', language) ?? competency}</strong>
    </p>
  );
}

/** The levels of a competency, to choose from. */
function levelsOf(state: OutlineState, competency: string, language: string): readonly Choice[] {
  return listedIds(frameworkOf(state), 'level').flatMap((id) => {
    const object = state.objects.get(id);
    if (object === undefined || competencyOf(object) !== competency) return [];
    return [{ id, label: textIn(object, 'title', language) ?? textIn(object, 'name', language) ?? id }];
  });
}

type FieldProps = {
  readonly state: OutlineState;
  readonly error: string | undefined;
  readonly onPick: (id: string) => void;
};

/** Chooses a competency of the framework on the page or, if the person wants so, of another one. */
function CompetencyField({ state, error, onPick }: FieldProps) {
  const { t } = useWords();
  const [isElsewhere, setElsewhere] = useState(false);
  return (
    <div className="stack">
      <CompetencyPicker
        label={t('learners.competency')}
        state={state}
        without={NONE}
        error={error}
        isOnlyHere={!isElsewhere}
        onPick={onPick}
      />
      <Checkbox isSelected={isElsewhere} onChange={setElsewhere}>
        {t('learners.record-elsewhere')}
      </Checkbox>
    </div>
  );
}

/** A whole number from 0 to 100; NaN for other texts. */
function percentOf(text: string): number {
  const percent = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return percent <= 100 ? percent : Number.NaN;
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
