import { useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { useFramework } from '../../app/use-framework.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { useTask } from '../../app/use-task.ts';
import { type Mark, type Marks, type Named, readMarks } from '../../learners/marks.ts';
import { idMaker } from '../../outline/new-object.ts';
import { NOTATION } from '../../outline/numbering.ts';
import { frameworkOf, listedIds, type OutlineState } from '../../outline/state.ts';
import { readCsv, readWorkbook } from '../../tables/read-table.ts';
import { readText } from '../../tables/read-text.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Banner, ProgressBar } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { languagesOf, textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { ChooseFramework } from './choose-framework.tsx';
import { type Learner, useLearners } from './use-learners.ts';
import { useRecord } from './use-record.ts';

/** Records all marks of a table of learners and competencies. */
export function BulkView() {
  const { t } = useWords();
  const { service } = useEditor();
  const faultMessage = useFaultMessage();
  const { learners } = useLearners();
  const [address, setAddress] = useSearchParams();
  const framework = address.get('framework');
  const loaded = useFramework(framework);
  const task = useTask();
  const record = useRecord();
  const ids = useRef(new Map<string, string>());
  const [text, setText] = useState('');
  const [marks, setMarks] = useState<Marks | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<{ readonly saved: number; readonly refused: number } | null>(null);
  usePageTitle(t('learners.bulk-title'));

  /** @param typed the table as text */
  async function read(typed: string): Promise<void> {
    setText(typed);
    setOutcome(null);
    ids.current = new Map();
    await task.run(async () => {
      if (loaded.data === undefined || typed.trim() === '') return setMarks(null);
      setMarks(readMarks(await readCsv(typed), learners.map(namedLearner), namedCompetencies(loaded.data.state)));
    });
  }

  async function readFile(file: File): Promise<void> {
    await task.run(async () => {
      const isWorkbook = file.name.toLowerCase().endsWith('.xlsx');
      const table = isWorkbook ? await readWorkbook(file) : await readCsv(await readText(file));
      await read(table.map((row) => row.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n'));
    });
  }

  async function save(found: Marks, state: OutlineState): Promise<void> {
    const keys = new Map(learners.map(({ id, publicPem }) => [id, publicPem]));
    const date = Date.now();
    const newId = idMaker(service.base);
    const entries = found.marks.flatMap(({ learner, competency, isPositive }) => {
      const subject = keys.get(learner);
      const claim = { competency, framework: state.frameworkId, isPositive, date };
      const rest = { level: null, confidence: null, evidence: [], expires: null };
      const key = `${competency} ${learner} ${isPositive}`;
      const id = ids.current.get(key) ?? newId('Assertion');
      ids.current.set(key, id);
      return subject === undefined ? [] : [{ id, subject, claim: { ...claim, ...rest } }];
    });
    setProgress(0);
    await task.run(async () => {
      const refused = await record(entries, { progress: setProgress });
      setOutcome({ saved: entries.length - refused.length, refused: refused.length });
      const left = new Set(refused.map(({ entry: { subject, claim } }) => `${claim.competency} ${subject}`));
      const isLeft = (mark: Mark): boolean => left.has(`${mark.competency} ${keys.get(mark.learner)}`);
      setMarks(left.size === 0 ? null : { ...found, marks: found.marks.filter(isLeft) });
      if (left.size === 0) setText('');
    });
    setProgress(null);
  }

  return (
    <div className="page stack">
      <div className="page-head">
        <h1>{t('learners.bulk-title')}</h1>
        <LinkButton href="/learners" icon="back">
          {t('learners.all')}
        </LinkButton>
      </div>
      <ChooseFramework id={framework} state={loaded.data?.state} onChoose={(id) => setAddress({ framework: id })} />
      {loaded.isError && <Banner kind="danger">{faultMessage(loaded.error)}</Banner>}
      {loaded.data !== undefined && (
        <>
          <TextField
            label={t('learners.bulk-table')}
            description={t('learners.bulk-help')}
            lines={8}
            value={text}
            onChange={(typed) => void read(typed)}
          />
          <div className="row">
            <FileButton
              label={t('learners.bulk-file')}
              accept={['.csv', '.tsv', '.xlsx', 'text/csv']}
              onChoose={(file) => void readFile(file)}
            />
          </div>
          {marks !== null && <Findings marks={marks} />}
          {task.failure !== null && <Banner kind="danger">{task.failure}</Banner>}
          {progress !== null && <ProgressBar label={t('learners.bulk-progress')} value={progress} />}
          {outcome !== null && outcome.saved > 0 && (
            <Banner kind="success">{t('learners.bulk-done', { count: outcome.saved })}</Banner>
          )}
          {outcome !== null && outcome.refused > 0 && (
            <Banner kind="danger">{t('learners.bulk-failed', { count: outcome.refused })}</Banner>
          )}
          <div>
            <Button
              variant="primary"
              isDisabled={marks === null || marks.marks.length === 0}
              isPending={task.isPending}
              onPress={() => {
                if (marks !== null) void save(marks, loaded.data.state);
              }}
            >
              {t('learners.bulk-save')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function Findings({ marks }: { readonly marks: Marks }) {
  const { t } = useWords();
  const unknown = [
    ['learners.bulk-learners', marks.unknownLearners],
    ['learners.bulk-competencies', marks.unknownCompetencies],
    ['learners.bulk-marks', marks.unknownMarks],
  ] as const;
  return (
    <>
      <p role="status">{t('learners.bulk-found', { count: marks.marks.length })}</p>
      {unknown.map(
        ([key, names]) =>
          names.length > 0 && (
            <Banner key={key} kind="warning">
              {t(key, { names: names.join(', ') })}
            </Banner>
          ),
      )}
    </>
  );
}

function namedLearner({ id, name }: Learner): Named {
  return { id, names: [name] };
}

/** Competencies by their names in all languages, and their numbers. */
function namedCompetencies(state: OutlineState): readonly Named[] {
  return listedIds(frameworkOf(state), 'competency').flatMap((id) => {
    const object = state.objects.get(id);
    if (object === undefined) return [];
    const languages = ['', ...languagesOf(object, 'name')];
    const names = languages.flatMap((language) => textIn(object, 'name', language) ?? []);
    const notation = textIn(object, NOTATION, '');
    return [{ id, names: notation === null ? names : [...names, notation] }];
  });
}
