import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CompressionFault, type Gunzip } from '../../shared/exchange/transfer/gunzip.ts';

/** Maximum size of a piece. */
const PIECE_BYTES = 65_536;

/** {@link Gunzip} by zlib, which reads all members of concatenated files (`cat a.gz b.gz`), and ignores zeros after them, as `gzip` does. */
export const gunzip: Gunzip = async function* (bytes) {
  const pieces = createGunzip({ chunkSize: PIECE_BYTES });
  // Reading the pieces fails with the error of either stream.
  pipeline(Readable.from(bytes), pieces, () => undefined);
  try {
    yield* pieces;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    if (error.code === 'Z_BUF_ERROR') throw new CompressionFault('The compressed data is truncated.', { cause: error });
    if (error.code !== 'Z_DATA_ERROR') throw error;
    throw new CompressionFault(FAULTS[error.message] ?? 'The compressed data is damaged.', { cause: error });
  }
};

/** Error texts by the error code of zlib. */
const FAULTS: Readonly<Record<string, string>> = {
  'incorrect header check': 'The data is not compressed with gzip, or other data follows its end.',
  'incorrect data check': 'The compressed data is damaged: its checksum is wrong.',
  'incorrect length check': 'The compressed data is damaged: its checksum is wrong.',
};
