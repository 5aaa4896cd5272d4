import * as z from 'zod/mini';
import { type PublicKey, parsePublicKey } from '../../../shared/base/crypto/public-key.ts';

const cardSchema = z.object({
  format: z.literal('competency-service-contact'),
  version: z.literal(1),
  name: z.string(),
  publicKey: z.string(),
});

/** The name and public key of a person, to be shared with others. */
export type ContactCard = { readonly name: string | null; readonly key: PublicKey };

/** The name and public key of a person as the text of a file. It contains nothing secret. */
export function writeContactCard({ name, publicPem }: { readonly name: string; readonly publicPem: string }): string {
  const card: z.infer<typeof cardSchema> = {
    format: 'competency-service-contact',
    version: 1,
    name,
    publicKey: publicPem,
  };
  return JSON.stringify(card, null, 2);
}

/** A contact in the text of a contact file, of a link to the identity view, or of a public key alone; null for other texts. */
export function readContactCard(text: string): ContactCard | null {
  try {
    const trimmed = text.trim();
    if (trimmed.startsWith('-----BEGIN')) return { name: null, key: parsePublicKey(trimmed) };
    if (trimmed.startsWith('{')) {
      const { name, publicKey } = cardSchema.parse(JSON.parse(trimmed));
      return { name, key: parsePublicKey(publicKey) };
    }
    const values = new URLSearchParams(new URL(trimmed).hash.slice(1));
    return { name: values.get('name'), key: parsePublicKey(values.get('key') ?? '') };
  } catch {
    return null; // anything can be pasted
  }
}

/** A link that adds the contact where it is opened. Its values are behind `#`, so that no server receives them. */
export function contactLink(
  address: string,
  { name, publicPem }: { readonly name: string; readonly publicPem: string },
): string {
  return `${address}#${new URLSearchParams({ name, key: publicPem })}`;
}
