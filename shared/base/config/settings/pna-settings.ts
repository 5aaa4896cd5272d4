import { httpAddress, type Setting, text } from '../formats.ts';

/** Settings of the indexes of frameworks that are published. Part of `SETTINGS`. */
export const PNA_SETTINGS = {
  PNA_DIRECTORY: {
    parse: text,
    default: '',
    effect: 'Address of the directory of competencies that the indexes (`/api/ce/pna/`) are for.',
  },
  PNA_DIRECTORY_NAME: { parse: text, default: '', effect: 'Its name.' },
  PNA_PROVIDER_META_MODEL: {
    parse: text,
    default: '',
    effect: 'Address of the data model, written into indexes (`providerMetaModel`).',
  },
  PNA_REGISTRY_RIGHTS: { parse: text, default: '', effect: 'Rights statement of the directory, written into indexes.' },
  PNA_AWS_BUCKET: {
    parse: text,
    default: null,
    effect: 'S3 bucket in which indexes are published. Unset: they are files in `pna` in the data directory.',
  },
  PNA_AWS_REGION: { parse: text, default: null, effect: 'Region of the bucket.' },
  PNA_AWS_ACCESS_KEY_ID: { parse: text, default: null, effect: 'Key for the bucket.' },
  PNA_AWS_SECRET_ACCESS_KEY: { parse: text, default: null, effect: 'Its secret.', secret: true },
  PNA_AWS_ENDPOINT: {
    parse: httpAddress,
    default: null,
    effect: "Address of another S3 service than Amazon's, which the name of the bucket is added to.",
  },
} as const satisfies Record<string, Setting>;
