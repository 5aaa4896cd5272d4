import { ConfigurationError } from './formats.ts';
import { type Settings, settingValue } from './read-env.ts';

/** Where mail to operators goes. */
export type MailConfig = {
  readonly host: string;
  readonly port: number;
  readonly credentials: { readonly user: string; readonly pass: string } | null;
  readonly from: string;
  readonly recipients: readonly string[];
};

/** The mail server and the recipients; null when none is configured. @throws ConfigurationError for one without the other */
export function mailConfig(settings: Settings): MailConfig | null {
  const host = settingValue(settings, 'SMTP_HOST');
  const port = settingValue(settings, 'SMTP_PORT');
  const user = settingValue(settings, 'SMTP_USER');
  const pass = settingValue(settings, 'SMTP_PASS');
  const recipients = settingValue(settings, 'SMTP_RECIPIENTS') ?? [];
  const [first] = recipients;
  if ((user === null) !== (pass === null)) {
    throw new ConfigurationError('SMTP_USER and SMTP_PASS go together: only one of them is set.');
  }
  if (host === null && first === undefined) return null;
  if (host === null || first === undefined) {
    throw new ConfigurationError('SMTP_HOST and SMTP_RECIPIENTS go together: only one of them is set.');
  }
  const credentials = user === null || pass === null ? null : { user, pass };
  return { host, port, credentials, from: user?.includes('@') ? user : first, recipients };
}
