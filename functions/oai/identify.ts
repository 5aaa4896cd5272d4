import { html } from '../../shared/http/html.ts';
import { withoutControls } from '../../shared/http/xml.ts';
import type { Context } from '../../shared/repository/context.ts';
import { datestampOf } from './datestamps.ts';

/** Changes among which the earliest one is looked for. */
const FIRST_CHANGES = 1_000;

/** More than the clocks of instances differ. */
const CLOCK_MARGIN_MS = 240_000;

/** Identify (OAI-PMH 2.0, 4.2). */
export async function identify(ctx: Pick<Context, 'store' | 'config' | 'now'>, baseUrl: string): Promise<string> {
  const { repositoryName, adminEmails } = ctx.config.oai;
  return withoutControls(
    String(html`<repositoryName>${repositoryName}</repositoryName>
<baseURL>${baseUrl}</baseURL>
<protocolVersion>2.0</protocolVersion>
${adminEmails.map((email) => html`<adminEmail>${email}</adminEmail>\n`)}<earliestDatestamp>${datestampOf(await earliest(ctx))}</earliestDatestamp>
<deletedRecord>persistent</deletedRecord>
<granularity>YYYY-MM-DDThh:mm:ssZ</granularity>
`),
  );
}

/** A time before all changes: the earliest is among the first ones of the store, apart from differences of clocks. */
async function earliest({ store, now }: Pick<Context, 'store' | 'now'>): Promise<number> {
  const { objects } = await store.changes(await store.changesSince(0), FIRST_CHANGES);
  return Math.max(0, objects.reduce((least, { changed }) => Math.min(least, changed), now()) - CLOCK_MARGIN_MS);
}
