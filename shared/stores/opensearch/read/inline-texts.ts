import {
  type HeadState,
  MAX_INLINE_TEXT,
  MAX_INLINE_TEXTS,
  type VersionState,
} from '../../../repository/store/object-store.ts';
import { type HeadBody, toHead, toStoredVersion, type VersionBody } from '../documents.ts';
import type { Engine, EngineDocument, ReadItem } from '../engine/engine.ts';
import { EngineFailure } from '../engine/transport.ts';

/** Reads documents for one result of the store, with as many texts as the result may contain. */
export type InlineTexts = {
  /** Like `Engine.read`; documents whose text was not read have an empty text, and `textless`. */
  read(items: readonly ReadItem[]): Promise<(EngineDocument | null)[]>;
  head(body: HeadBody, textless: boolean): HeadState;
  version(body: HeadBody | VersionBody, textless: boolean): VersionState;
};

/** Maximum number of documents in one read. The first read finds out how long they are. */
const READ_CHUNK_SIZE = 200;
const FIRST_CHUNK_SIZE = 32;

/** Counts the texts of one result over all calls. @param maxLength of all texts; 0: none is read */
export function createInlineTexts(
  engine: Pick<Engine, 'read' | 'readSmall'>,
  maxLength: number = MAX_INLINE_TEXTS,
): InlineTexts {
  let room = maxLength;
  /** Remaining length for texts in memory while the documents of one result are read. */
  let unread = maxLength;

  async function readSome(items: readonly ReadItem[]): Promise<readonly (EngineDocument | null)[]> {
    if (unread > 0) {
      try {
        return (await engine.readSmall(items)).map(withinRoom);
      } catch (error) {
        if (!(error instanceof EngineFailure) || error.kind !== 'large') throw error;
      }
    }
    const documents = await engine.read(
      items.map((item) => (item.source === false ? item : { ...item, source: 'without text' as const })),
    );
    return documents.map((document) => document && withoutText(document));
  }

  /** The document, without its text if that does not fit: all documents of a result are read before it is made. */
  function withinRoom(document: EngineDocument | null): EngineDocument | null {
    const text = document && textIn(document);
    if (!text) return document;
    unread -= text.length;
    return unread < 0 ? withoutText(document, text.length) : document;
  }

  function text({ text: whole, size = MAX_INLINE_TEXTS }: HeadBody | VersionBody, textless: boolean) {
    if (textless) return { text: null, size };
    if (whole.length > MAX_INLINE_TEXT) return { text: null, size: whole.length };
    room -= whole.length;
    return room < 0 ? { text: null, size: whole.length } : { text: whole };
  }

  return {
    async read(items) {
      const documents: (EngineDocument | null)[] = [];
      for (let size = FIRST_CHUNK_SIZE; documents.length < items.length; ) {
        const before = unread;
        const some = await readSome(items.slice(documents.length, documents.length + size));
        documents.push(...some);
        const average = (before - unread) / some.length;
        size = unread > 0 ? Math.max(1, Math.min(READ_CHUNK_SIZE, Math.ceil(unread / (average + 1)))) : READ_CHUNK_SIZE;
      }
      return documents;
    },
    head: (body, textless) => ({ ...toHead(body), ...text(body, textless) }),
    version: (body, textless) => ({ ...toStoredVersion(body), ...text(body, textless) }),
  };
}

/** @param size length of the text, if it is known and the document does not contain it */
function withoutText(document: EngineDocument, size?: number): EngineDocument {
  const { source } = document;
  if (!isObjectVersion(source)) return document;
  return { ...document, source: { ...source, text: '', ...(size !== undefined && { size }) }, textless: true };
}

function textIn({ source }: EngineDocument): string | null {
  return isObjectVersion(source) && 'text' in source && typeof source.text === 'string' ? source.text : null;
}

function isObjectVersion(source: unknown): source is object {
  return typeof source === 'object' && source !== null && 'access' in source;
}
