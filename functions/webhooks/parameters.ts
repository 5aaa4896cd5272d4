import * as z from 'zod/mini';
import { MAX_ID_LENGTH } from '../../shared/repository/linked-data/identifiers.ts';

/** Longest overlap of two secrets, seconds. */
const MAX_OVERLAP_S = 604_800;

/** Default overlap of two secrets, seconds. */
export const DEFAULT_OVERLAP_S = 86_400;

function text(maxLength: number, description: string) {
  return z
    .string('is not a text')
    .check(z.minLength(1, 'is empty'), z.maxLength(maxLength, 'is too long'), z.describe(description));
}

/** The members that a caller sets; others are refused, since a misspelled filter would let everything through. */
function body<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code, keys }) => (code === 'unrecognized_keys' ? `has no member "${keys?.[0]}"` : 'is not a JSON object'),
  });
}

const settings = {
  url: text(2_000, 'The http or https address that messages are posted to; FETCH_ALLOW_LIST has to allow it.'),
  description: z.optional(z.nullable(text(500, 'What the webhook is for.'))),
  type: z.optional(
    z.nullable(
      text(
        4_096,
        'Only objects of these types: patterns as in `index_hint`, such as `*competency,*framework`. Null: of all types.',
      ),
    ),
  ),
  framework: z.optional(
    z.nullable(text(MAX_ID_LENGTH, 'Only this framework, its competencies, relations and levels. Null: all objects.')),
  ),
  owner: z.optional(z.nullable(text(16_384, 'Only objects that this public key (PEM) owns. Null: of all owners.'))),
};

/** Body of a creation. */
export const creationBody = body(settings).check(z.meta({ id: 'NewWebhook', description: 'A webhook to add.' }));

/** Body of a change: members that are left out stay as they are. */
export const changeBody = body({
  ...settings,
  url: z.optional(settings.url),
  state: z.optional(
    z
      .enum(['active', 'paused'], 'must be active or paused')
      .check(z.describe('`active` also calls a receiver again that had failed, from where it stopped.')),
  ),
}).check(z.meta({ id: 'WebhookChange', description: 'New settings of a webhook.' }));

/** Body of a replay. */
export const replayBody = body({
  since: text(
    16_384,
    'A cursor that a message brought, or an RFC 3339 date-time: what has changed since is delivered again.',
  ),
}).check(z.meta({ id: 'WebhookReplay', description: 'Where a replay begins.' }));

/** Body of a new secret. */
export const rotationBody = body({
  overlapSeconds: z.optional(
    z
      .int('must be a whole number')
      .check(
        z.minimum(0, `must be from 0 to ${MAX_OVERLAP_S}`),
        z.maximum(MAX_OVERLAP_S, `must be from 0 to ${MAX_OVERLAP_S}`),
        z.describe(`How long messages are signed with the former secrets too. Default: ${DEFAULT_OVERLAP_S}, a day.`),
      ),
  ),
}).check(z.meta({ id: 'WebhookRotation', description: 'How secrets overlap.' }));
