import type { Setting } from '../formats.ts';
import { ADAPTER_SETTINGS } from './adapter-settings.ts';
import { CLOUD_SETTINGS } from './cloud-settings.ts';
import { DUMP_SETTINGS } from './dump-settings.ts';
import { EMBEDDING_SETTINGS } from './embedding-settings.ts';
import { LLM_SETTINGS } from './llm-settings.ts';
import { LOG_SETTINGS } from './log-settings.ts';
import { MESSAGE_SETTINGS } from './message-settings.ts';
import { NETWORK_SETTINGS } from './network-settings.ts';
import { NOTIFICATION_SETTINGS } from './notification-settings.ts';
import { PNA_SETTINGS } from './pna-settings.ts';
import { PROFILE_SETTINGS } from './profile-settings.ts';
import { RECORD_SETTINGS } from './record-settings.ts';
import { REPLICATION_SETTINGS } from './replication-settings.ts';
import { SERVER_SETTINGS } from './server-settings.ts';
import { SHEET_SETTINGS } from './sheet-settings.ts';
import { SIGN_ON_SETTINGS } from './sign-on-settings.ts';
import { STORE_SETTINGS } from './store-settings.ts';
import { TELEMETRY_SETTINGS } from './telemetry-settings.ts';
import { WEBHOOK_SETTINGS } from './webhook-settings.ts';

/** Every environment variable that this service reads. `npm run docs:configure` makes `docs/operate/configure.md` from this table. */
export const SETTINGS = {
  ...SERVER_SETTINGS,
  ...STORE_SETTINGS,
  ...CLOUD_SETTINGS,
  ...SHEET_SETTINGS,
  ...NETWORK_SETTINGS,
  ...SIGN_ON_SETTINGS,
  ...NOTIFICATION_SETTINGS,
  ...WEBHOOK_SETTINGS,
  ...ADAPTER_SETTINGS,
  ...DUMP_SETTINGS,
  ...REPLICATION_SETTINGS,
  ...RECORD_SETTINGS,
  ...PNA_SETTINGS,
  ...PROFILE_SETTINGS,
  ...LLM_SETTINGS,
  ...EMBEDDING_SETTINGS,
  ...MESSAGE_SETTINGS,
  ...LOG_SETTINGS,
  ...TELEMETRY_SETTINGS,
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

/** The type of each setting's value. */
export type SettingValues = {
  readonly [Name in SettingName]: ReturnType<(typeof SETTINGS)[Name]['parse']> | (typeof SETTINGS)[Name]['default'];
};
