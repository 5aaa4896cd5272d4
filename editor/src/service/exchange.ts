import * as z from 'zod/mini';
import { importReport } from '../../../shared/http/exchange/report-schema.ts';
import type { Sender } from './send.ts';

/** What an import did, or would do. */
export type ImportReport = z.infer<typeof importReport>;

/** Formats that the service reads. */
export type ImportFormat = 'ctdl-asn' | 'asn' | 'case';

/** Formats that the service writes, with the path and the `Accept` header of each. */
const EXPORTS = {
  'ctdl-asn': { path: 'ctdlasn/x', accept: 'application/ld+json' },
  'asn-rdf-xml': { path: 'asn/x', accept: 'application/rdf+xml' },
  'asn-turtle': { path: 'asn/x', accept: 'text/turtle' },
  'asn-n-triples': { path: 'asn/x', accept: 'application/n-triples' },
  'asn-json-ld': { path: 'asn/x', accept: 'application/ld+json' },
  'case-1.0': { path: 'ims/case/v1p0/CFPackages/x', accept: 'application/json' },
  'case-1.1': { path: 'ims/case/v1p1/CFPackages/x', accept: 'application/json' },
} as const;

/** Formats that the service writes. */
export type ExportFormat = keyof typeof EXPORTS;

const lossesSchema = z.object({
  losses: z.array(z.object({ '@id': z.string(), property: z.string(), reason: z.string() })),
});

/** Something that a format has no place for. */
export type Loss = z.infer<typeof lossesSchema>['losses'][number];

/** A document to import, with its media type, or the address of a CASE package. */
export type ImportSource = (
  | { readonly kind: 'document'; readonly format: ImportFormat; readonly document: Blob }
  | { readonly kind: 'address'; readonly address: string }
) & {
  /** Everything gets new ids, so that nothing that is there is changed. */
  readonly asCopy: boolean;
};

/** The request of an import, relative to the address of the service. @param query further parameters */
export function importRequest(
  source: ImportSource,
  query: Readonly<Record<string, string>> = {},
): { readonly path: string; readonly options: { readonly method?: string; readonly body?: Blob } } {
  const isAddress = source.kind === 'address';
  const parameters = new URLSearchParams({
    ...(isAddress && { url: source.address }),
    ...(source.asCopy && { copy: 'true' }),
    ...query,
  });
  const path = `${isAddress ? IMPORT_PATHS.case : IMPORT_PATHS[source.format]}?${parameters}`;
  return { path, options: isAddress ? { method: 'POST' } : { body: source.document } };
}

/** The paths that import a format. */
const IMPORT_PATHS: Readonly<Record<ImportFormat, string>> = {
  'ctdl-asn': 'ctdlasn',
  asn: 'asn',
  case: 'ims/case/import',
};

const documentsSchema = z.object({
  CFDocuments: z.array(z.object({ identifier: z.string(), title: z.string(), publisher: z.optional(z.string()) })),
});

/** A framework on another server. */
export type RemoteFramework = {
  /** Address of its CASE package. */
  readonly address: string;
  readonly title: string;
  readonly publisher: string | null;
};

/** Frameworks in the formats of others (docs/use/exchange.md). Stores nothing. All throw ServiceError. */
export type Exchange = {
  /** What an import would save, with the outlines of the frameworks. The service fetches the package at an address. */
  readonly previewImport: (source: ImportSource, signal?: AbortSignal) => Promise<ImportReport>;
  /** The exported document, to be saved as a file. */
  readonly exportFramework: (format: ExportFormat, shortId: string, signal?: AbortSignal) => Promise<Blob>;
  /** What the format has no place for. */
  readonly exportLosses: (format: ExportFormat, shortId: string, signal?: AbortSignal) => Promise<readonly Loss[]>;
  /** The frameworks that another server offers by CASE. @param server its address, below which `ims/case/` is */
  readonly remoteFrameworks: (server: string, signal?: AbortSignal) => Promise<readonly RemoteFramework[]>;
};

export function createExchange({ send, sendForJson }: Sender): Exchange {
  return {
    async previewImport(source, signal) {
      const { path, options } = importRequest(source, { dryRun: 'true', outline: 'true' });
      return importReport.parse(await sendForJson(path, { ...options, ...(signal !== undefined && { signal }) }));
    },
    async exportFramework(format, shortId, signal) {
      const { path, accept } = EXPORTS[format];
      const address = `${path}?${new URLSearchParams({ id: shortId })}`;
      return (await send(address, { headers: { accept }, ...(signal !== undefined && { signal }) })).blob();
    },
    async exportLosses(format, shortId, signal) {
      const address = `${EXPORTS[format].path}?${new URLSearchParams({ id: shortId, losses: 'true' })}`;
      return lossesSchema.parse(await sendForJson(address, { ...(signal !== undefined && { signal }) })).losses;
    },
    async remoteFrameworks(server, signal) {
      const query = new URLSearchParams({ url: server });
      const answer = await sendForJson(`ims/case/getDocs?${query}`, { ...(signal !== undefined && { signal }) });
      return documentsSchema.parse(answer).CFDocuments.map(({ identifier, title, publisher = null }) => ({
        title,
        publisher,
        address: `${server.replace(/\/$/, '')}/ims/case/v1p0/CFPackages/${encodeURIComponent(identifier)}`,
      }));
    },
  };
}
