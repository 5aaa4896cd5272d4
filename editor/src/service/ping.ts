import * as z from 'zod/mini';

const pingSchema = z.object({
  ping: z.literal('pong'),
  version: z.optional(z.string()),
  /** UTC milliseconds. */
  time: z.number(),
  postMaxSize: z.optional(z.number()),
  adminPublicKeys: z._default(z.array(z.string()), []),
  /** The key that the server holds for the signed-in user; absent when nobody is signed in. */
  ssoPublicKey: z.optional(z.nullable(z.string())),
  ssoAdditionalPublicKeys: z.optional(z.nullable(z.array(z.string()))),
  /** Where to sign in and out; absent without sign-on. */
  ssoLogin: z.optional(z.nullable(z.string())),
  ssoLogout: z.optional(z.nullable(z.string())),
  /** Address of the notification channel; absent: it is `ws/custom` beside the API. */
  notifications: z.optional(z.string()),
  /** The language model that drafts; absent without one. */
  languageModel: z.optional(z.object({ name: z.string(), public: z.boolean() })),
  banner: z.optional(z.nullable(z.looseObject({ message: z.string() }))),
  motd: z.optional(z.nullable(z.looseObject({ title: z.optional(z.string()), message: z.optional(z.string()) }))),
});

/** What the service reports about itself and the caller (specification: Ping). */
export type Ping = z.infer<typeof pingSchema>;

/** @throws when the answer does not come from a competency service */
export function parsePing(answer: unknown): Ping {
  return pingSchema.parse(answer);
}
