import { Problem } from '../../shared/base/errors/problem.ts';
import { decodeUtf8, readBody } from '../../shared/http/body.ts';
import type { Call } from '../../shared/http/call.ts';
import { parseUrlencoded, splitUrl } from '../../shared/http/urlencoded.ts';
import { OaiError } from './errors.ts';
import { type Position, positionOf } from './resumption.ts';

/** Limit of a form: far more than arguments take. */
const MAX_FORM_BYTES = 65_536;

type Name = 'identifier' | 'metadataPrefix' | 'from' | 'until' | 'set' | 'resumptionToken';

const LIST: Arguments = { required: ['metadataPrefix'], optional: ['from', 'until', 'set'], resumes: true };

/** The arguments of the verbs (OAI-PMH 2.0, 4). */
const VERBS = {
  Identify: { required: [], optional: [], resumes: false },
  ListMetadataFormats: { required: [], optional: ['identifier'], resumes: false },
  ListSets: { required: [], optional: [], resumes: true },
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [], resumes: false },
  ListIdentifiers: LIST,
  ListRecords: LIST,
} as const satisfies Record<string, Arguments>;

type Arguments = { readonly required: readonly Name[]; readonly optional: readonly Name[]; readonly resumes: boolean };

export type Verb = keyof typeof VERBS;

/** A request whose arguments its verb has. */
export type OaiRequest = {
  readonly verb: Verb;
  /** The arguments as they were sent. */
  readonly sent: Readonly<Partial<Record<Name, string>>>;
};

/** The arguments of a request, or those of the first request of the list that it continues. */
export type Given = {
  readonly given: Readonly<Partial<Record<Name, string>>>;
  /** Where the list continues; null at its beginning. */
  readonly position: Position | null;
};

/** A URI in ASCII (RFC 3986), as all identifiers here are. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;

const PART = "[A-Za-z0-9\\-_.!~*'()]+";

/** The syntax of arguments, as the schema of the protocol has it. */
const SYNTAX: Readonly<Partial<Record<Name, RegExp>>> = {
  identifier: URI,
  metadataPrefix: new RegExp(`^${PART}$`),
  set: new RegExp(`^${PART}(?::${PART})*$`),
};

const SYNTAX_NAMES = ['identifier', 'metadataPrefix', 'set'] as const;

/**
 * Reads the arguments of a GET, or of the form of a POST (OAI-PMH 2.0, 3.1.1).
 *
 * @throws OaiError `badVerb`, `badArgument`; Problem `unsupported-media-type` (415), `body-too-large` (413)
 */
export async function readRequest(call: Call): Promise<OaiRequest> {
  const pairs = [...(await pairsOf(call))];
  const verbs = pairs.flatMap(([name, value]) => (name === 'verb' ? [value] : []));
  const [verb] = verbs;
  if (verb === undefined || verbs.length > 1 || !isVerb(verb)) {
    throw new OaiError('badVerb', `The argument verb is, once, one of ${Object.keys(VERBS).join(', ')}.`);
  }
  return checkedRequest(
    verb,
    pairs.filter(([name]) => name !== 'verb'),
  );
}

function isVerb(text: string): text is Verb {
  return Object.hasOwn(VERBS, text);
}

async function pairsOf(call: Call): Promise<URLSearchParams> {
  const { request } = call;
  const { query } = splitUrl(request.url);
  const form = request.method === 'POST' ? await formOf(call) : '';
  try {
    return parseUrlencoded([query, form].filter((part) => part !== '').join('&'));
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid-parameter')
      throw new OaiError('badArgument', error.message);
    throw error;
  }
}

async function formOf(call: Call): Promise<string> {
  const type = call.request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) {
    throw new Problem('unsupported-media-type', 'Send application/x-www-form-urlencoded.', { where: 'Content-Type' });
  }
  return decodeUtf8(await readBody(call, MAX_FORM_BYTES), 'The form');
}

function checkedRequest(verb: Verb, pairs: readonly (readonly [name: string, value: string])[]): OaiRequest {
  const { required, optional, resumes }: Arguments = VERBS[verb];
  const known: readonly Name[] = [...required, ...optional, ...(resumes ? (['resumptionToken'] as const) : [])];
  const sent: Partial<Record<Name, string>> = {};
  for (const [text, value] of pairs) {
    const name = known.find((one) => one === text);
    if (name === undefined) throw new OaiError('badArgument', `${verb} has no argument ${text.slice(0, 60)}.`);
    if (sent[name] !== undefined) throw new OaiError('badArgument', `The argument ${name} is repeated.`);
    sent[name] = value;
  }
  if (sent.resumptionToken === undefined) checkArguments(required, sent);
  else if (Object.keys(sent).length > 1) {
    throw new OaiError('badArgument', 'resumptionToken is the only argument besides verb.');
  }
  return { verb, sent };
}

function checkArguments(required: readonly Name[], given: OaiRequest['sent']): void {
  for (const name of required) {
    if (given[name] === undefined) throw new OaiError('badArgument', `The argument ${name} is missing.`);
  }
  for (const name of SYNTAX_NAMES) {
    const value = given[name];
    if (value !== undefined && SYNTAX[name]?.test(value) === false) {
      throw new OaiError('badArgument', `The value of ${name} has an illegal syntax.`);
    }
  }
}

/** The arguments of a list. @throws OaiError `badResumptionToken` */
export function givenOf({ verb, sent }: OaiRequest): Given {
  if (sent.resumptionToken === undefined) return { given: sent, position: null };
  const position = positionOf(sent.resumptionToken, verb);
  return { given: position.arguments, position };
}
