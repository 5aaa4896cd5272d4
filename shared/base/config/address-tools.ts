import type { AddressTools } from '../ip-address.ts';
import { type Settings, settingValue } from './read-env.ts';

/** Loads the parser for the addresses in settings and of clients; null if no setting contains an address. */
export async function loadAddressTools(settings: Settings): Promise<AddressTools | null> {
  const isNeeded =
    settingValue(settings, 'SVC_TRUSTED_PROXIES') !== null || settingValue(settings, 'SVC_IP_ALLOW') !== null;
  return isNeeded ? (await import('../ip-address.ts')).createAddressTools() : null;
}
