import { ConfigurationError } from './formats.ts';
import { type Settings, settingValue } from './read-env.ts';

/** A bucket, and the keys to it. */
export type Bucket = {
  readonly region: string;
  readonly name: string;
  /** Address of a compatible service, to which the name of the bucket is added; null: Amazon S3. */
  readonly endpoint: string | null;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** The contents of indexes for directories of competencies, and where the indexes are stored. */
export type PnaConfig = {
  /** Address and name of the directory. */
  readonly directory: string;
  readonly directoryName: string;
  readonly metaModel: string;
  readonly registryRights: string;
  /** Null: in the data directory. */
  readonly bucket: Bucket | null;
};

/** @throws ConfigurationError for an incomplete description of a bucket */
export function pnaConfig(settings: Settings): PnaConfig {
  return {
    directory: settingValue(settings, 'PNA_DIRECTORY'),
    directoryName: settingValue(settings, 'PNA_DIRECTORY_NAME'),
    metaModel: settingValue(settings, 'PNA_PROVIDER_META_MODEL'),
    registryRights: settingValue(settings, 'PNA_REGISTRY_RIGHTS'),
    bucket: bucketOf(settings, settingValue(settings, 'PNA_AWS_BUCKET')),
  };
}

/** The bucket of a name. @throws ConfigurationError for a name that is not one, and without region and keys */
export function bucketOf(settings: Settings, name: string | null): Bucket | null {
  const region = settingValue(settings, 'PNA_AWS_REGION');
  const accessKeyId = settingValue(settings, 'PNA_AWS_ACCESS_KEY_ID');
  const secretAccessKey = settingValue(settings, 'PNA_AWS_SECRET_ACCESS_KEY');
  const endpoint = settingValue(settings, 'PNA_AWS_ENDPOINT');
  if (name === null) return null;
  if (region === null || accessKeyId === null || secretAccessKey === null) {
    throw new ConfigurationError('A bucket needs PNA_AWS_REGION, PNA_AWS_ACCESS_KEY_ID and PNA_AWS_SECRET_ACCESS_KEY.');
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name))
    throw new ConfigurationError(`"${name}" is not the name of a bucket.`);
  return {
    region,
    name,
    accessKeyId,
    secretAccessKey,
    endpoint: endpoint === null ? null : `${endpoint.replace(/\/+$/, '')}/`,
  };
}
