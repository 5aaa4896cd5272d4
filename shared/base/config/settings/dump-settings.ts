import { integer, matching, type Setting } from '../formats.ts';

/** Settings of the daily dumps of all public objects. */
export const DUMP_SETTINGS = {
  DUMP_DIRECTORY: {
    parse: matching(/^(?!s3:)|^s3:\/\/[^/]+(?:\/[\w-][\w.-]*)+$/, 's3://bucket/folder, or a directory'),
    default: null,
    defaultText: 'unset: no dumps',
    effect:
      'Directory, or folder of an S3 bucket (`s3://bucket/folder`, with `PNA_AWS_REGION` and the keys), into which all public objects are written once a day, for everybody to fetch below `/api/bulk/dumps/` (docs/operate/operate.md). Created at the first dump. Functions need a bucket; workers write none. Several processes on one store need the same place.',
  },
  DUMP_KEEP: {
    parse: integer(1, 1000),
    default: 7,
    effect: 'Number of dumps that are kept; older ones are removed.',
  },
} as const satisfies Record<string, Setting<unknown>>;
