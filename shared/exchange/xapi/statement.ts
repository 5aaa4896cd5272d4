import * as z from 'zod/mini';
import { Problem } from '../../base/errors/problem.ts';
import type { Json } from '../../repository/linked-data/json.ts';
import { parseTime } from '../../repository/linked-data/time.ts';

/** Statements of xAPI 1.0.3 and IEEE 9274.1.1, as far as assertions are made from them. Members that are not used are not checked. */

const IRI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const iri = z.string('must be an IRI').check(z.maxLength(2048), z.regex(IRI, 'must be an IRI'));
const uuid = z.string('must be a UUID').check(z.regex(UUID, 'must be a UUID'));
const text = z.string('must be a text').check(z.maxLength(2048));
const time = z
  .string('must be a time of ISO 8601')
  .check(z.refine((value) => parseTime(value) !== null, 'must be a time of ISO 8601'));
const score = z.number('must be a number');

const identifiers = {
  mbox: z.optional(
    z.string().check(z.maxLength(2048), z.regex(/^mailto:[^\s@]+@[^\s@]+$/i, 'must be mailto: and an address')),
  ),
  mbox_sha1sum: z.optional(z.string().check(z.regex(/^[0-9a-f]{40}$/i, 'must be a SHA-1 in hexadecimal'))),
  openid: z.optional(iri),
  account: z.optional(z.looseObject({ homePage: iri, name: text.check(z.minLength(1)) })),
};

const IDENTIFIERS = ['mbox', 'mbox_sha1sum', 'openid', 'account'] as const;

/** The inverse functional identifiers that an actor has; there must be one at most. */
function identifiersIn(actor: object): number {
  return IDENTIFIERS.filter((name) => name in actor).length;
}

const ONE_IDENTIFIER = `must have one of ${IDENTIFIERS.join(', ')}`;

const agent = z
  .looseObject({
    objectType: z.optional(z.literal('Agent', 'must be Agent or Group')),
    name: z.optional(text),
    ...identifiers,
  })
  .check(z.refine((value) => identifiersIn(value) === 1, ONE_IDENTIFIER));

const group = z
  .looseObject({
    objectType: z.literal('Group'),
    name: z.optional(text),
    member: z.optional(z.array(agent, 'must be an array of agents').check(z.maxLength(1000))),
    ...identifiers,
  })
  .check(
    z.refine((value) => identifiersIn(value) <= 1, ONE_IDENTIFIER),
    z.refine(
      (value) => identifiersIn(value) === 1 || (value.member?.length ?? 0) > 0,
      `must have members, or one of ${IDENTIFIERS.join(', ')}`,
    ),
  );

const actor = z.union([agent, group]);

const languageMap = z.record(z.string(), z.string('must be a text'));
const definition = z.looseObject({
  name: z.optional(z.union([languageMap, z.string()])),
  description: z.optional(z.union([languageMap, z.string()])),
  moreInfo: z.optional(z.string()),
});

const activity = z.looseObject({
  objectType: z.optional(z.literal('Activity')),
  id: iri,
  definition: z.optional(definition),
});
const reference = z.looseObject({ objectType: z.literal('StatementRef'), id: uuid });
const other = z.looseObject({ objectType: z.enum(['Agent', 'Group', 'SubStatement']) });

const result = z.looseObject({
  success: z.optional(z.boolean('must be true or false')),
  score: z.optional(
    z
      .looseObject({
        scaled: z.optional(score.check(z.minimum(-1, 'must not be below -1'), z.maximum(1, 'must not be above 1'))),
        raw: z.optional(score),
        min: z.optional(score),
        max: z.optional(score),
      })
      .check(
        z.refine(({ min, max }) => min === undefined || max === undefined || min < max, 'min must be below max'),
        z.refine(
          ({ raw, min, max }) =>
            raw === undefined || ((min === undefined || raw >= min) && (max === undefined || raw <= max)),
          'raw must be between min and max',
        ),
      ),
  ),
  response: z.optional(z.string('must be a text')),
});

const contextActor = z.looseObject({ relevantTypes: z.optional(z.array(iri)) });
const contextAgent = z.extend(contextActor, { objectType: z.literal('contextAgent'), agent });

/** Others, such as a contextGroup, are skipped, as existing senders expect. */
function onlyAgents(values: unknown[]): unknown[] {
  return values.filter((value) => contextAgent.shape.objectType.safeParse(Object(value).objectType).success);
}

const context = z.looseObject({
  registration: z.optional(uuid),
  instructor: z.optional(actor),
  team: z.optional(group),
  contextAgents: z.optional(z.pipe(z.pipe(z.array(z.unknown()), z.transform(onlyAgents)), z.array(contextAgent))),
  contextGroups: z.optional(z.array(z.extend(contextActor, { objectType: z.literal('contextGroup'), group }))),
});

const statement = z.looseObject({
  id: z.optional(uuid),
  actor,
  verb: z.looseObject({ id: iri }),
  object: z.union([activity, other, reference]),
  result: z.optional(result),
  context: z.optional(context),
  timestamp: z.optional(time),
  stored: z.optional(time),
  authority: z.optional(actor),
});

export type Statement = z.infer<typeof statement>;
export type StatementActor = z.infer<typeof actor>;
export type Activity = z.infer<typeof activity>;

/** A statement, or what is wrong with it. */
export type Parsed = { readonly statement: Statement } | { readonly problem: Problem };

/**
 * Checks a statement (xAPI 1.0.3, Data, 2.2 to 2.4).
 *
 * @param at JSON pointer to it, for the problem `malformed-request` (400)
 */
export function parseStatement(value: Json, at: string): Parsed {
  const pathOfNothing = pathOfNull(value);
  if (pathOfNothing !== null) {
    return { problem: malformed('A member of a statement is never null.', pointer(at, pathOfNothing)) };
  }
  const parsed = statement.safeParse(value);
  if (parsed.success) return { statement: parsed.data };
  const { path, message } = deepest(parsed.error.issues);
  return { problem: malformed(`The statement is not one of xAPI: ${message}.`, pointer(at, path)) };
}

function malformed(detail: string, where: string): Problem {
  return new Problem('malformed-request', detail, { where });
}

type Issue = {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly errors?: readonly (readonly Issue[])[];
};

/** Of the alternatives of a union, the best match determines the message. */
function deepest(issues: readonly Issue[]): Issue {
  const [first] = issues;
  if (first === undefined) return { path: [], message: 'it has another form' };
  const [inner] = (first.errors ?? [])
    .map(deepest) // the commonest form is the first alternative
    .toSorted((one, two) => two.path.length - one.path.length);
  if (inner === undefined) return first;
  return { path: [...first.path, ...inner.path], message: inner.message };
}

/** @param at JSON pointer that the path begins at */
function pointer(at: string, path: readonly PropertyKey[]): string {
  return [at, ...path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** The path of a null outside of extensions, which xAPI does not allow (2.2); null when there is none. */
function pathOfNull(value: Json): readonly string[] | null {
  if (value === null) return [];
  if (typeof value !== 'object') return null;
  for (const [name, item] of Object.entries(value)) {
    const path = name === 'extensions' ? null : pathOfNull(item as Json);
    if (path !== null) return [name, ...path];
  }
  return null;
}
