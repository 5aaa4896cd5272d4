import type { Config } from '../../shared/base/config/config.ts';
import { errorText, type Logger } from '../../shared/base/telemetry/logger.ts';

/** The events that operators get mail about. */
type AlertKind = 'Uncaught Exception' | 'Disk Space Warning' | 'Logging Failure';

/** Messages to the operator. */
export type Alerts = {
  /**
   * Sends mail, if it is configured. At most one mail of each kind is sent per hour; the next one tells how many events it left out.
   *
   * @returns when the mail was sent, or a failure was logged
   */
  readonly raise: (kind: AlertKind, text: string) => Promise<void>;
};

type Mail = { readonly subject: string; readonly text: string };

const INTERVAL_MS = 3_600_000;

/** How long a mail server may take for each step. */
const SMTP_TIMEOUT_MS = 10_000;

/** Maximum length of a text in a mail, in UTF-16 units. */
const MAX_TEXT_LENGTH = 10_000;

/** Alerts by mail; without a mail server there is only the log. */
export function createAlerts(
  { mail }: Pick<Config, 'mail'>,
  logger: Pick<Logger, 'warn'>,
  now: () => number = Date.now,
): Alerts {
  const sent = new Map<AlertKind, { readonly time: number; suppressed: number }>();
  if (mail === null) return { raise: async () => undefined };
  const send = createMailer(mail);
  return {
    async raise(kind, text) {
      const last = sent.get(kind);
      if (last !== undefined && now() - last.time < INTERVAL_MS) {
        last.suppressed++;
        return;
      }
      const more =
        last === undefined || last.suppressed === 0 ? '' : `\n\nSince the last mail, ${last.suppressed} times more.`;
      sent.set(kind, { time: now(), suppressed: 0 });
      try {
        await send({ subject: kind, text: `${text.slice(0, MAX_TEXT_LENGTH)}${more}\n` });
      } catch (error) {
        logger.warn('SYSTEM', 'A mail to the operator could not be sent', { kind, error: errorText(error) });
      }
    },
  };
}

function createMailer({ host, port, credentials, from, recipients }: NonNullable<Config['mail']>) {
  return async ({ subject, text }: Mail): Promise<void> => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      host,
      port,
      secure: port === 465,
      ...(credentials !== null && { auth: credentials }),
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    });
    try {
      const to = recipients.join(', ');
      await transport.sendMail({ from: { name: 'Competency service', address: from }, to, subject, text });
    } finally {
      transport.close();
    }
  };
}
