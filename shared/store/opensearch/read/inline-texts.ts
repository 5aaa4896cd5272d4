import { type HeadState, MAX_INLINE_TEXT, MAX_INLINE_TEXTS, type VersionState } from '../../object-store.ts';
import { type HeadBody, toHead, toStoredVersion, type VersionBody } from '../documents.ts';
import type { Engine, EngineDocument, ReadItem } from '../engine/engine.ts';
import { EngineFailure } from '../engine/transport.ts';

/** Reads documents for one answer of the store, with their texts as far as the answer may contain them. */
export type InlineTexts = {
  /** As `Engine.read`; documents without their text have an empty one, and `textless`. */
  read(items: readonly ReadItem[]): Promise<(EngineDocument | null)[]>;
  head(body: HeadBody, textless: boolean): HeadState;
  version(body: HeadBody | VersionBody, textless: boolean): VersionState;
};

const READ_CHUNK_SIZE = 200;

/** Counts the texts of one answer over all calls. @param maxLength of all texts; 0: none is read */
export function createInlineTexts(
  engine: Pick<Engine, 'read' | 'readSmall'>,
  maxLength: number = MAX_INLINE_TEXTS,
): InlineTexts {
  let room = maxLength;

  async function readSome(items: readonly ReadItem[]): Promise<readonly (EngineDocument | null)[]> {
    if (room > 0) {
      try {
        return await engine.readSmall(items);
      } catch (error) {
        if (!(error instanceof EngineFailure) || error.kind !== 'large') throw error;
      }
    }
    const documents = await engine.read(
      items.map((item) => (item.source === false ? item : { ...item, source: 'without text' as const })),
    );
    return documents.map((document) => document && withoutText(document));
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
      for (let from = 0; from < items.length; from += READ_CHUNK_SIZE) {
        const some = await readSome(items.slice(from, from + READ_CHUNK_SIZE));
        documents.push(...some);
      }
      return documents;
    },
    head: (body, textless) => ({ ...toHead(body), ...text(body, textless) }),
    version: (body, textless) => ({ ...toStoredVersion(body), ...text(body, textless) }),
  };
}

function withoutText(document: EngineDocument): EngineDocument {
  const { source } = document;
  const isObjectVersion = typeof source === 'object' && source !== null && 'access' in source;
  return isObjectVersion ? { ...document, source: { ...source, text: '' }, textless: true } : document;
}
