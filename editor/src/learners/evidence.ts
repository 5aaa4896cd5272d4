import * as z from 'zod/mini';

/** What supports an assertion (specification: Assertion, `evidence`). */
export type Evidence =
  | { readonly kind: 'link'; readonly address: string }
  | { readonly kind: 'text'; readonly text: string }
  /** @property address a data URL */
  | { readonly kind: 'file'; readonly name: string; readonly address: string };

/** Maximum size of a file as evidence, in bytes: it is stored in the assertion, and so in every profile with it. */
export const MAX_FILE_BYTES = 200_000;

const ASCII = /^[\u0020-\u007e\s]*$/;
const CONTEXT = 'https://schema.org/';

const writtenSchema = z.object({
  '@type': z.string(),
  text: z.optional(z.string()),
  name: z.optional(z.string()),
  contentUrl: z.optional(z.string()),
});

/**
 * Evidence as an assertion carries it: addresses and English texts as they are, other texts and files as objects of schema.org, since the
 * builds of the client library agree only on how JSON is encrypted beyond ASCII.
 */
export function writeEvidence(evidence: Evidence): string {
  switch (evidence.kind) {
    case 'link':
      return new URL(evidence.address).href;
    case 'text':
      if (ASCII.test(evidence.text)) return evidence.text;
      return JSON.stringify({ '@context': CONTEXT, '@type': 'CreativeWork', text: evidence.text });
    case 'file': {
      const { name, address } = evidence;
      return JSON.stringify({ '@context': CONTEXT, '@type': 'MediaObject', name, contentUrl: address });
    }
  }
}

/** Reads evidence of an assertion. Whatever is not recognized is a text. */
export function readEvidence(written: string): Evidence {
  if (isWebAddress(written)) return { kind: 'link', address: written };
  const object = objectIn(written);
  if (object === null) return { kind: 'text', text: written };
  const { '@type': type, text, name, contentUrl } = object;
  if (type === 'CreativeWork' && text !== undefined) return { kind: 'text', text };
  if (type === 'MediaObject' && contentUrl !== undefined) {
    if (contentUrl.startsWith('data:')) return { kind: 'file', name: name ?? '', address: contentUrl };
    if (isWebAddress(contentUrl)) return { kind: 'link', address: contentUrl };
  }
  return { kind: 'text', text: written };
}

/** Whether a text is the address of a web page: only these become links, so that no script is run. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

function objectIn(text: string): z.infer<typeof writtenSchema> | null {
  try {
    const { success, data } = writtenSchema.safeParse(JSON.parse(text));
    return success ? data : null;
  } catch {
    return null; // a text
  }
}
