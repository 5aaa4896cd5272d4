import * as z from 'zod/mini';
import type { Json } from '../../../shared/repository/linked-data/json.ts';
import type { Sender } from './send.ts';

const verdictSchema = z.object({
  verified: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.optional(z.string()) })),
});

/** Whether a badge is genuine, and what was checked. */
export type BadgeVerdict = z.infer<typeof verdictSchema>;

/** Badges (docs/use/records.md). All throw ServiceError. Not part of the service of all views, so that the first one need not load it. */
export type Badges = {
  /** The public key of badges, as PEM: an assertion that has it as a reader becomes a badge. */
  readonly badgeKey: (signal?: AbortSignal) => Promise<string>;
  /** The badge of an assertion, as the service publishes it. @param assertion its id */
  readonly badge: (assertion: string) => Promise<Json>;
  /** The badge of an assertion as a verifiable credential (Open Badges 3.0), signed by the service. @param assertion its id */
  readonly credential: (assertion: string) => Promise<Json>;
  /** All badges of a person in a framework as a Comprehensive Learner Record 2.0, a signed token. @param subject a fingerprint */
  readonly learnerRecord: (subject: string, frameworkId: string) => Promise<string>;
  /** @param badge the text of a badge, its address, or an image with it */
  readonly verifyBadge: (badge: string | Blob) => Promise<BadgeVerdict>;
};

export function createBadges({ send, sendForJson }: Sender): Badges {
  return {
    async badgeKey(signal) {
      return (await (await send('badge/pk', { headers: { accept: '*/*' }, signal })).text()).trim();
    },
    badge: (assertion) => sendForJson(badgePath(assertion)),
    credential: (assertion) => sendForJson(`badge/v3/credential/${guidOf(assertion)}`),
    async learnerRecord(subject, frameworkId) {
      const path = `badge/v3/clr?${new URLSearchParams({ subject, frameworkId })}`;
      return (await send(path, { headers: { accept: 'application/vc+jwt' } })).text();
    },
    async verifyBadge(badge) {
      const request = typeof badge === 'string' ? { json: { credential: credentialIn(badge) } } : { body: badge };
      return verdictSchema.parse(await sendForJson('badge/verify', { method: 'POST', ...request }));
    },
  };
}

/** The address of an assertion's badge, relative to the address of the service. */
export function badgePath(assertion: string): string {
  return `badge/assertion/${guidOf(assertion)}`;
}

/** The last segment of an id, for an address. */
function guidOf(assertion: string): string {
  return encodeURIComponent(assertion.slice(assertion.lastIndexOf('/') + 1));
}

/** A badge is an object; a token or an address is a text. */
function credentialIn(text: string): unknown {
  const trimmed = text.trim();
  return trimmed.startsWith('{') ? JSON.parse(trimmed) : trimmed;
}
