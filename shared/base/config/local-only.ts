import { type Settings, settingValue } from './read-env.ts';

/** Hosts that only this machine reaches. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|\[?::1\]?)$/;

/** How a process is reached. */
export type Own = {
  readonly host: string;
  /** The process listens at the host of the settings. */
  readonly isServer: boolean;
};

/** Whether only this machine reaches the service: for trying it out, more is allowed then. */
export function isLocalOnly(settings: Settings, { host, isServer }: Own): boolean {
  return isServer && LOOPBACK.test(host) && settingValue(settings, 'SVC_EXTERNAL_ENDPOINT') === null;
}
