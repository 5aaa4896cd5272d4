import { writeSync } from 'node:fs';
import type { Config } from '../../shared/config/config.ts';
import { createJsonLines } from '../../shared/telemetry/json-lines.ts';
import type { Logger } from '../../shared/telemetry/logger.ts';

const STDOUT = 1;
const RETRY_DELAY_MS = 10;

/** One JSON line per event on standard output, written before the call returns: no line is lost when the process ends. */
export function createLogger(level: Config['logLevel']): Logger {
  return createJsonLines(level, (line) => {
    let rest = Buffer.from(`${line}\n`);
    while (rest.length > 0) rest = rest.subarray(write(rest));
  });
}

/** @returns bytes that need not be written any more */
function write(bytes: Buffer): number {
  try {
    return writeSync(STDOUT, bytes);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EPIPE') return bytes.length; // the service outlives the reader of its log
    if (code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_DELAY_MS);
    return 0;
  }
}
