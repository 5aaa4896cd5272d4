import { useEffect, useState } from 'react';
import { useWriter } from '../../app/use-writer.ts';
import type { ImportReport } from '../../service/exchange.ts';
import { IconButton } from '../../ui/button.tsx';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { Select } from '../../ui/select.tsx';
import { useWords } from '../../words/use-words.tsx';
import { ItemsImport } from './items-import.tsx';
import { type Plan, planOfObjects, summaryOf } from './plan.ts';
import { PlanPreview } from './plan-preview.tsx';
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

/** One source: its format, which the person may correct, and a preview of the import. */
export function ImportCard({ source, onRemove }: CardProps) {
  const { t, language } = useWords();
  const faultMessage = useImportFault();
  const [format, setFormat] = useState<Format | null>(null);
  const prepared = usePrepared(source, format, setFormat, language);
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
          onChange={(id) => setFormat(FORMATS.find((one) => one === id) ?? format)}
        />
      )}
      {prepared.status === 'reading' && <Skeleton lines={3} />}
      {prepared.status === 'failed' && <Banner kind="danger">{faultMessage(prepared.error)}</Banner>}
      {prepared.status === 'planned' && <PlanPreview plan={prepared.plan} />}
      {prepared.status === 'read' && prepared.content.kind === 'table' && (
        <TableImport name={nameOf(source.name)} content={prepared.content} />
      )}
      {prepared.status === 'read' && prepared.content.kind === 'list' && (
        <ItemsImport
          name={nameOf(source.name)}
          contents={{ items: prepared.content.items, relations: [], framework: null }}
        />
      )}
    </section>
  );
}

/** The name of a file without its ending. */
function nameOf(fileName: string): string {
  return fileName.replace(/\.[a-z0-9]{1,8}$/i, '');
}

function usePrepared(
  source: Source,
  format: Format | null,
  setFormat: (format: Format) => void,
  language: string,
): Prepared {
  const service = useWriter('import');
  const [prepared, setPrepared] = useState<Prepared>({ status: 'reading' });

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;

    async function prepare(): Promise<Prepared> {
      if (source.kind === 'address') {
        const { address } = source;
        const preview = await service.previewAddress(address, signal);
        return {
          status: 'planned',
          plan: await planOfReport(preview, (running) => service.importAddress(address, running)),
        };
      }
      if (format === null) {
        const found = await formatOf(source);
        if (!signal.aborted) setFormat(found);
        return { status: 'reading' };
      }
      const content = await readContent(source, format, language);
      if (content.kind === 'table' || content.kind === 'list') return { status: 'read', content };
      if (content.kind === 'objects') {
        return { status: 'planned', plan: await planOfObjects(service, content.objects, signal) };
      }
      const { format: known, document } = content;
      const preview = await service.previewDocument(known, document, signal);
      return {
        status: 'planned',
        plan: await planOfReport(preview, (running) => service.importDocument(known, document, running)),
      };
    }

    /** The plan of an import that the service does. The objects belong to the person. */
    async function planOfReport(
      preview: ImportReport,
      importNow: (signal: AbortSignal) => Promise<ImportReport>,
    ): Promise<Plan> {
      return {
        preview: await summaryOf(service, preview, signal),
        run: async (running) => summaryOf(service, await importNow(running), running),
      };
    }

    setPrepared({ status: 'reading' });
    prepare().then(
      (next) => signal.aborted || setPrepared(next),
      (error: unknown) => signal.aborted || setPrepared({ status: 'failed', error }),
    );
    return () => leaving.abort();
  }, [source, format, setFormat, language, service]);
  return prepared;
}
