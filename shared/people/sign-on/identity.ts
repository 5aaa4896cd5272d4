import * as z from 'zod/mini';
import { oneOrMany, parseForeign } from '../../repository/linked-data/foreign-values.ts';
import type { Identity } from '../../repository/sign-on.ts';

/** Maximum number of groups of a user; further ones are ignored, since each has a key. */
export const MAX_GROUPS = 50;

const MAX_NAME_LENGTH = 256;

const name = z.string().check(z.minLength(1), z.maxLength(MAX_NAME_LENGTH));

/** A claim that is treated as absent when it has another type. Not `z.catch`, with which bundles contain all helpers of zod. */
function lenient<T>(schema: z.ZodMiniType<T>) {
  return z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value) => schema.safeParse(value).data),
    ),
  );
}

const optionalName = lenient(name);
/** Some providers send a single group as a string, and several as an array. */
const groupList = z.optional(oneOrMany(z.unknown()));

const CLAIMS = z.object({
  sub: name,
  name: optionalName,
  preferred_username: optionalName,
  email: optionalName,
  email_verified: z.optional(z.unknown()),
  groups: groupList,
  realm_access: lenient(z.object({ roles: groupList })),
  auth_time: lenient(z.number()),
});

/** Claims of a verified token or of a provider's user info (OpenID Connect Core, 5.1). */
export type Claims = z.infer<typeof CLAIMS>;

/** Parses claims, ignoring claims of another type. @returns null without a valid subject */
export function parseClaims(value: unknown): Claims | null {
  const parsed = parseForeign(CLAIMS, value);
  return parsed.success ? parsed.data : null;
}

/**
 * The identity in claims. Groups come from `groups`, or from the roles in Keycloak's `realm_access`. Some providers, such as Amazon
 * Cognito, send `email_verified` as a text.
 */
export function identityOf(claims: Claims, issuer: string): Identity {
  const given = claims.groups ?? claims.realm_access?.roles ?? [];
  const groups = given.filter((group) => name.safeParse(group).success) as string[]; // `name` accepts only strings
  return {
    issuer,
    subject: claims.sub,
    name: claims.name ?? claims.preferred_username ?? claims.sub,
    email: claims.email ?? null,
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    username: claims.preferred_username ?? null,
    groups: [...new Set(groups)].sort().slice(0, MAX_GROUPS),
  };
}
