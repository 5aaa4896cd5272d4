import type * as z from 'zod/mini';
import { importReport } from '../../../shared/frameworks/report-schema.ts';
import type { Sender } from './send.ts';

/** What an import did, or would do. */
export type ImportReport = z.infer<typeof importReport>;

/** Formats that the service reads. */
export type ImportFormat = 'ctdl-asn' | 'asn' | 'case';

/** Formats that the service writes. */
export type ExportFormat = 'ctdl-asn' | 'asn' | 'case';

const IMPORT_PATHS: Readonly<Record<ImportFormat, string>> = {
  'ctdl-asn': 'ctdlasn',
  asn: 'asn',
  case: 'ims/case/import',
};

/** Frameworks in the formats of others (docs/exchange.md). All throw ServiceError. */
export type Exchange = {
  /**
   * @param document its text or file, with its media type
   * @param dryRun report what would be saved, and store nothing
   * @param owner public key as PEM that owns new objects besides the caller's
   */
  readonly importDocument: (
    format: ImportFormat,
    document: Blob,
    options?: { readonly dryRun?: boolean; readonly owner?: string; readonly signal?: AbortSignal },
  ) => Promise<ImportReport>;
  /** The document as it is to be saved in a file. */
  readonly exportFramework: (format: ExportFormat, shortId: string, signal?: AbortSignal) => Promise<Blob>;
};

export function createExchange({ send, sendForJson }: Sender): Exchange {
  return {
    async importDocument(format, document, { dryRun = false, owner, signal } = {}) {
      const path = `${IMPORT_PATHS[format]}${dryRun ? '?dryRun=true' : ''}`;
      const body = owner === undefined ? document : formOf(document, owner);
      return importReport.parse(await sendForJson(path, { body, ...(signal !== undefined && { signal }) }));
    },
    async exportFramework(format, shortId, signal) {
      const { path, accept } = exportRequest(format, shortId);
      const response = await send(path, { headers: { accept }, ...(signal !== undefined && { signal }) });
      return response.blob();
    },
  };
}

function formOf(document: Blob, owner: string): FormData {
  const form = new FormData();
  form.append('file', document);
  form.append('owner', owner);
  return form;
}

function exportRequest(format: ExportFormat, shortId: string): { readonly path: string; readonly accept: string } {
  const id = encodeURIComponent(shortId);
  const guid = encodeURIComponent(shortId.slice(shortId.lastIndexOf('/') + 1));
  if (format === 'case') return { path: `ims/case/v1p0/CFPackages/${guid}`, accept: 'application/json' };
  if (format === 'asn') return { path: `asn/x?id=${id}`, accept: 'application/rdf+xml' };
  return { path: `ctdlasn/x?id=${id}`, accept: 'application/ld+json' };
}
