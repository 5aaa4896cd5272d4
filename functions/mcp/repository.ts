import { chunks } from '../../shared/base/concurrency/chunks.ts';
import { mapInSlices } from '../../shared/base/concurrency/slices.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { listedIn } from '../../shared/repository/frameworks/listed.ts';
import { isObject, type JsonObject, member, parseJson } from '../../shared/repository/linked-data/json.ts';
import { itemsOfText } from '../../shared/repository/linked-data/json-items.ts';
import { JsonText } from '../../shared/repository/linked-data/json-scan.ts';
import { shortIdOf } from '../../shared/repository/linked-data/references.ts';
import { type CallerApi, isSuccess, textWithin } from './own-api.ts';

/** A request of a task that was refused. The message is for the assistant. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** An object as the API returned it, with its id without version. */
export type StoredAnswer = { readonly id: string; readonly object: JsonObject };

/** Reads objects for tasks and resources, over the API and with the rights of the caller. */
export type McpRepository = {
  /** Reads an object by any of its ids; null when there is none that the caller may read. */
  readonly read: (id: string) => Promise<StoredAnswer | null>;
  /** Reads the objects with these ids that the caller may read. */
  readonly readMany: (ids: readonly string[]) => Promise<ReadonlyMap<string, StoredAnswer>>;
  /** Finds objects, best first. */
  readonly find: (search: Search) => Promise<readonly StoredAnswer[]>;
  /** Objects of a type that have one of these texts as a member. */
  readonly findBy: (types: string, name: string, texts: readonly string[]) => Promise<readonly StoredAnswer[]>;
  /** The id without version. */
  readonly shortId: (id: string) => string;
  /** The ids without version that a member of an object lists. */
  readonly listed: (object: JsonObject, name: string) => readonly string[];
};

type Search = {
  readonly q: string;
  readonly types: string;
  readonly size: number;
  readonly start?: number;
  /** `both`: what means the same as the words is found too, where the service can. */
  readonly mode?: 'both';
};

/** Maximum number of ids in one request. */
const MAX_IDS = 500;

/** Maximum number of OR terms in one query. */
const MAX_ALTERNATIVES = 100;

/** Maximum number of results of one search for {@link McpRepository.findBy}. */
const MAX_FOUND = 2000;

/** Maximum number of objects in one response: no request asks for more. */
const MAX_ITEMS = 10_000;

/** Maximum length of one response, in characters: it is in memory as a whole. */
const MAX_CHARACTERS = 64_000_000;

/** @param bases own addresses */
export function openRepository({ request }: Pick<CallerApi, 'request'>, bases: readonly string[]): McpRepository {
  const shortId = (id: string): string => shortIdOf(id, bases);

  function stored(object: JsonObject): StoredAnswer[] {
    const id = member(object, '@id') ?? member(object, 'id');
    return typeof id === 'string' ? [{ id: shortId(id), object }] : [];
  }

  async function post(path: string, body: unknown): Promise<readonly StoredAnswer[]> {
    const answer = await request(path, {
      method: 'POST',
      body: { type: 'application/json', bytes: JSON.stringify(body) },
    });
    const text = new JsonText(await acceptedText(answer), 0);
    const items = await mapInSlices((await itemsOfText(text, 'The answer', MAX_ITEMS)) ?? [], (item) =>
      item instanceof JsonText ? parseJson(item.text, 'The object') : item,
    );
    return items.filter(isObject).flatMap(stored);
  }

  const find: McpRepository['find'] = ({ q, types, size, start = 0, mode }) =>
    post('/api/sky/repo/search', {
      searchParams: { q, index_hint: types, size, start, ...(mode !== undefined && { mode }) },
    });

  return {
    shortId,
    listed: (object, name) => listedIn(object, [name], bases),
    find,
    async read(id) {
      const answer = await request(`/api/data/${encodeURIComponent(id)}`);
      if (answer.status === 404) return null;
      const object = parseJson(await acceptedText(answer), 'The answer');
      return isObject(object) ? (stored(object)[0] ?? null) : null;
    },
    async readMany(ids) {
      const parts = chunks([...new Set(ids)], MAX_IDS);
      const found = await Promise.all(parts.map((part) => post('/api/sky/repo/multiGet', part)));
      return new Map(found.flat().map((one) => [one.id, one]));
    },
    async findBy(types, name, texts) {
      const found: StoredAnswer[] = [];
      for (const part of chunks([...new Set(texts)], MAX_ALTERNATIVES)) {
        const q = `${name}:(${part.map(quoted).join(' OR ')})`;
        found.push(...(await find({ q, types, size: MAX_FOUND })));
      }
      return [...new Map(found.map((one) => [one.id, one])).values()];
    },
  };
}

/** A phrase in the syntax of queries. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The text of an answer. @throws RefusedError for one that is not a success, or too long */
export async function acceptedText(answer: Answer): Promise<string> {
  const text = await textWithin(answer, MAX_CHARACTERS);
  if (text === null) throw new RefusedError('The objects that this tool has to read are too large: ask for less.');
  if (isSuccess(answer)) return text;
  throw new RefusedError(`CaSS API error (HTTP ${answer.status}):\n${text}`);
}
