import { type Settings, settingValue } from './read-env.ts';

/** How the service introduces itself to harvesters of OAI-PMH. */
export type OaiConfig = {
  readonly repositoryName: string;
  /** At least one. */
  readonly adminEmails: readonly string[];
};

/** @param base own address */
export function oaiConfig(settings: Settings, base: string): OaiConfig {
  const { host, hostname } = new URL(base);
  return {
    repositoryName: settingValue(settings, 'OAI_REPOSITORY_NAME') ?? `Competencies at ${host}`,
    adminEmails: settingValue(settings, 'OAI_ADMIN_EMAIL') ?? [`postmaster@${mailDomain(hostname)}`],
  };
}

/** The mailbox that every domain has (RFC 2142, 5) needs a domain with a dot in OAI-PMH (`emailType`), and brackets around an address. */
function mailDomain(hostname: string): string {
  if (/^[\d.]+$/.test(hostname)) return `[${hostname}]`;
  return hostname.includes('.') ? hostname : 'localhost.localdomain';
}
