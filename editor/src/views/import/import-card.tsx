import { useEffect, useMemo, useRef, useState } from 'react';
import { useOwner } from '../../app/use-owner.ts';
import { useWriter } from '../../app/use-writer.ts';
import type { ImportSource } from '../../service/exchange.ts';
import { ServiceError } from '../../service/service-error.ts';
import type { WritingService } from '../../service/writer.ts';
import { IconButton } from '../../ui/button.tsx';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { Select } from '../../ui/select.tsx';
import { useWords } from '../../words/use-words.tsx';
import { ItemsImport } from './items-import.tsx';
import { type Plan, planOfCopies, planOfObjects, summaryOf } from './plan.ts';
import { PlanPreview } from './plan-preview.tsx';
import { plannedInReport } from './planned-framework.ts';
import { PlannedFrameworks } from './planned-frameworks.tsx';
import { FORMATS, type Format } from './recognize.ts';
import { type Content, formatOf, readContent, type Source } from './source.ts';
import { TableImport } from './table-import.tsx';
import { useImportFault } from './use-import-fault.tsx';

type CardProps = { readonly source: Source; readonly onRemove: () => void };

/** The state of a source: its content, or why it cannot be read. */
type Prepared =
  | { readonly status: 'reading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'planned'; readonly plan: Plan }
  | { readonly status: 'read'; readonly content: Extract<Content, { kind: 'table' | 'list' }> };

/** How frameworks that are here already are imported. */
const MODES = ['update', 'copy'] as const;

type Mode = (typeof MODES)[number];

/** One source: its format, which the person may correct, and a preview of the import. */
export function ImportCard({ source, onRemove }: CardProps) {
  const { t, language } = useWords();
  const faultMessage = useImportFault();
  const [format, setFormat] = useState<Format | null>(null);
  const [mode, setMode] = useState<Mode>('update');
  const prepared = usePrepared(source, format, setFormat, mode, language);
  const isChoice = mode === 'copy' || isHere(prepared);
  return (
    <section className="card stack" aria-label={source.name} aria-busy={prepared.status === 'reading'}>
      <div className="row row-between">
        <h2 className="import-name">{source.name}</h2>
        <IconButton icon="close" label={t('import.remove', { name: source.name })} onPress={onRemove} />
      </div>
      {format !== null && (
        <Select
          label={t('import.format')}
          choices={FORMATS.map((id) => ({ id, label: t(`import.format-${id}`) }))}
          value={format}
          onChange={(id) => {
            setMode('update');
            setFormat(FORMATS.find((one) => one === id) ?? format);
          }}
        />
      )}
      {prepared.status === 'failed' && <Banner kind="danger">{faultMessage(prepared.error)}</Banner>}
      {prepared.status === 'planned' && <PlannedFrameworks frameworks={prepared.plan.frameworks ?? []} />}
      {isChoice && (
        <Select
          label={t('import.mode')}
          choices={MODES.map((id) => ({ id, label: t(`import.mode-${id}`) }))}
          value={mode}
          onChange={(id) => setMode(MODES.find((one) => one === id) ?? mode)}
        />
      )}
      {prepared.status === 'reading' && <Skeleton lines={3} />}
      {prepared.status === 'planned' && <PlanPreview key={mode} plan={prepared.plan} />}
      {prepared.status === 'read' && prepared.content.kind === 'table' && (
        <TableImport name={nameOf(source.name)} content={prepared.content} />
      )}
      {prepared.status === 'read' && prepared.content.kind === 'list' && (
        <ListImport name={nameOf(source.name)} content={prepared.content} />
      )}
    </section>
  );
}

/** Whether a framework of the source is here already, perhaps as one that only others may change, or that is encrypted. */
function isHere(prepared: Prepared): boolean {
  if (prepared.status === 'planned') return prepared.plan.frameworks?.some((framework) => framework.isHere) ?? false;
  const code = prepared.status === 'failed' && prepared.error instanceof ServiceError ? prepared.error.code : null;
  return code === 'not-owner' || code === 'identifier-taken';
}

function ListImport({
  name,
  content,
}: {
  readonly name: string;
  readonly content: Extract<Content, { kind: 'list' }>;
}) {
  const contents = useMemo(() => ({ items: content.items, relations: [], framework: null }), [content]);
  return <ItemsImport name={name} contents={contents} />;
}

/** The name of a file without its ending. */
function nameOf(fileName: string): string {
  return fileName.replace(/\.[a-z0-9]{1,8}$/i, '');
}

function usePrepared(
  source: Source,
  format: Format | null,
  setFormat: (format: Format) => void,
  mode: Mode,
  language: string,
): Prepared {
  const service = useWriter('import');
  const owner = useOwner();
  const latestOwnerOf = useRef(owner); // it names the key that it makes in the current language
  latestOwnerOf.current = owner;
  const [prepared, setPrepared] = useState<Prepared>({ status: 'reading' });

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const asCopy = mode === 'copy';

    async function prepare(): Promise<Prepared> {
      if (source.kind === 'address') {
        return { status: 'planned', plan: await planOfSource(service, { ...source, asCopy }, signal) };
      }
      if (format === null) {
        const found = await formatOf(source);
        if (!signal.aborted) setFormat(found);
        return { status: 'reading' };
      }
      const content = await readContent(source, format, language);
      if (content.kind === 'table' || content.kind === 'list') return { status: 'read', content };
      if (content.kind === 'document') {
        return { status: 'planned', plan: await planOfSource(service, { ...content, asCopy }, signal) };
      }
      const { objects } = content;
      const ownerOf = () => latestOwnerOf.current();
      const plan = asCopy ? planOfCopies(service, objects, ownerOf) : await planOfObjects(service, objects, signal);
      return { status: 'planned', plan };
    }

    setPrepared({ status: 'reading' });
    prepare().then(
      (next) => signal.aborted || setPrepared(next),
      (error: unknown) => signal.aborted || setPrepared({ status: 'failed', error }),
    );
    return () => leaving.abort();
  }, [source, format, setFormat, mode, language, service]);
  return prepared;
}

/** The plan of an import that the service does. The objects belong to the person. */
async function planOfSource(service: WritingService, source: ImportSource, signal: AbortSignal): Promise<Plan> {
  const preview = await service.previewImport(source, signal);
  return {
    preview: await summaryOf(service, preview, signal),
    frameworks: plannedInReport(preview),
    run: async (running) => summaryOf(service, await service.importFrom(source, running), running),
  };
}
