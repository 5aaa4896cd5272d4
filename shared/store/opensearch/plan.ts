import type { RemoveRequest, WriteRequest } from '../object-store.ts';
import { EARLIER, type Entry, type HeadBody, idOfName, idOfVersion, toVersionBody } from './documents.ts';
import type { BulkStep } from './engine.ts';
import type { Parts } from './parts.ts';

/** One change of one object. */
export type Change =
  | { readonly kind: 'write'; readonly request: WriteRequest }
  | { readonly kind: 'remove'; readonly request: RemoveRequest };

/** A change that the known state of its object allows. */
export type Plan = {
  readonly change: Change;
  /** The state that it is to replace; null: the object is new. */
  readonly before: Entry<HeadBody> | null;
  readonly next: HeadBody;
};

/** The names besides its short id that a write asks for. */
export function aliasNames({ shortId, aliases }: WriteRequest): { strong: string[]; weak: string[] } {
  const strong = new Set(aliases.filter(({ strength }) => strength === 'strong').map(({ name }) => name));
  strong.delete(shortId);
  const weak = new Set(aliases.map(({ name }) => name).filter((name) => !strong.has(name) && name !== shortId));
  return { strong: [...strong], weak: [...weak] };
}

/** The change as a state to write, or null when it does not go with the state before. */
export function planChange(parts: Parts, change: Change, before: Entry<HeadBody> | null): Plan | null {
  if (change.kind === 'remove') {
    if (before === null || before.body.deleted) return null;
    return { change, before, next: { ...following(parts, before.body), deleted: true } };
  }
  const { request } = change;
  if (before !== null && request.version <= before.body.version) return null;
  const { strong, weak } = aliasNames(request);
  const { key, shortId, id, version, time, text, access } = request;
  const own = {
    ...{ shortId, id, version, time, text },
    access: { ...access, owners: [...access.owners], readers: [...access.readers] },
    deleted: false,
  };
  if (before === null) {
    const next: HeadBody = {
      ...{ kind: 'head', key, ...own, earlier: [], generation: 1, names: strong, asked: weak, fresh: true },
      writeId: crypto.randomUUID(),
      born: parts.creation.next(),
      stamp: parts.clock(),
    };
    return { change, before, next };
  }
  const { body } = before;
  const next: HeadBody = {
    ...following(parts, body),
    ...own,
    earlier: [body.version, ...body.earlier].slice(0, EARLIER),
    names: [...new Set([...body.names, ...strong])],
    asked: [...new Set([...body.asked, ...weak])],
    fresh: false,
  };
  return { change, before, next };
}

/** The state after another, with nothing changed that is the object's. */
function following(parts: Parts, body: HeadBody): HeadBody {
  return { ...body, generation: body.generation + 1, writeId: crypto.randomUUID(), stamp: parts.clock() };
}

/** The names that an update has to claim before it may be written. A new object claims its names with its first state. */
export function unclaimedNames({ change, before }: Plan): { strong: string[]; weak: string[] } {
  if (change.kind === 'remove' || before === null) return { strong: [], weak: [] };
  const { strong, weak } = aliasNames(change.request);
  const held = new Set(before.body.fresh ? [] : before.body.names);
  const settled = new Set([...held, ...before.body.asked]);
  return {
    strong: strong.filter((name) => !held.has(name)),
    weak: weak.filter((name) => !settled.has(name)),
  };
}

/** The steps of a plan: the last but its aliases is the commit. The state before goes into history ahead of it. */
export function stepsOf({ names }: Parts, plan: Plan): { history: BulkStep[]; head: BulkStep; aliases: BulkStep[] } {
  const { change, before, next } = plan;
  const index = names.objects;
  if (before === null) {
    const { strong, weak } = change.kind === 'write' ? aliasNames(change.request) : { strong: [], weak: [] };
    const aliases = [...strong, ...weak].map((name) => aliasStep(names.objects, name, next, strong.includes(name)));
    return { history: [], head: { kind: 'create', index, id: next.key, body: next }, aliases };
  }
  return {
    history: change.kind === 'remove' ? [] : [historyStep(names.objects, before.body)],
    head: { kind: 'index', index, id: next.key, place: before.place, body: next },
    aliases: [],
  };
}

export function historyStep(index: string, head: HeadBody): BulkStep {
  const id = idOfVersion(head.key, head.version);
  return { kind: 'create', index, id, routing: head.key, body: toVersionBody(head) };
}

function aliasStep(index: string, name: string, { key, stamp }: HeadBody, strong: boolean): BulkStep {
  return { kind: 'create', index, id: idOfName(name), body: { kind: 'alias', name, key, strong, stamp } };
}
