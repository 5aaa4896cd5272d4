import { html } from '../../shared/http/html.ts';
import { withoutControls } from '../../shared/http/xml.ts';
import { datestampOf } from './datestamps.ts';
import type { OaiError } from './errors.ts';
import type { OaiRequest } from './request.ts';

/** The beginning and the end of an answer. */
export type Envelope = { readonly begin: string; readonly end: string };

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const NAMESPACE = 'http://www.openarchives.org/OAI/2.0/';

/** What surrounds an answer (OAI-PMH 2.0, 3.2). @param now UTC milliseconds */
export function envelopeOf({ verb, sent }: OaiRequest, baseUrl: string, now: number): Envelope {
  return around(verb, { verb, ...sent }, baseUrl, now);
}

/** An answer that is an error. @param request null where its verb or arguments are what is wrong */
export function errorAnswer(error: OaiError, request: OaiRequest | null, baseUrl: string, now: number): string {
  const sent = request === null ? {} : { verb: request.verb, ...request.sent };
  const { begin, end } = around(null, sent, baseUrl, now);
  return `${begin}${withoutControls(String(html`<error code="${error.code}">${error.message}</error>\n`))}${end}`;
}

function around(
  element: string | null,
  sent: Readonly<Record<string, string>>,
  baseUrl: string,
  now: number,
): Envelope {
  const attributes = Object.entries(sent).map(([name, value]) => html` ${name}="${value}"`);
  const begin = html`<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="${NAMESPACE}" xmlns:xsi="${XSI}" xsi:schemaLocation="${NAMESPACE} ${NAMESPACE}OAI-PMH.xsd">
<responseDate>${datestampOf(now)}</responseDate>
<request${attributes}>${baseUrl}</request>
`;
  const opened = element === null ? '' : `<${element}>\n`;
  const closed = element === null ? '' : `</${element}>\n`;
  return { begin: withoutControls(String(begin)) + opened, end: `${closed}</OAI-PMH>\n` };
}
