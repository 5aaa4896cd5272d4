import { writeSync } from 'node:fs';
import type { Config } from '../../../shared/base/config/config.ts';
import { createJsonLines } from '../../../shared/base/telemetry/json-lines.ts';
import type { ProcessLogger } from '../../../shared/base/telemetry/logger.ts';
import { createChain, type LogSigner } from './chain.ts';
import { createLogFile } from './log-file.ts';

const STDOUT = 1;
const RETRY_DELAY_MS = 10;

/** The log of a process of Node. */
export type NodeLogger = ProcessLogger & {
  /** Opens the file again after it was rotated. */
  readonly reopen: () => void;
};

/**
 * Logs one JSON line per event to standard output, and to a file if one is configured, before the call returns, so that no line is
 * lost when the process ends. The lines are chained ({@link createChain}); the first one, and the first one in each file, is signed.
 *
 * @param onFileFault receives a sentence when the file cannot be written, once until writing succeeds again
 */
export function createLogger(
  { logLevel, logFilter, logFile }: Pick<Config, 'logLevel' | 'logFilter' | 'logFile'>,
  signer: LogSigner,
  onFileFault: (text: string) => void = () => undefined,
): NodeLogger {
  const chain = createChain(signer);
  const file = logFile === null ? null : createLogFile(logFile, reportFault);
  let begun = false;

  function write(line: string): void {
    const opened = file?.ready() ?? false;
    if (opened || !begun) {
      begun = true;
      writeLine(chain.begin());
    }
    writeLine(chain.append(line));
  }

  function writeLine(line: string): void {
    writeToStdout(line);
    file?.write(line);
  }

  function reportFault(error: unknown): void {
    logger.error('SYSTEM', 'The log file cannot be written', { file: logFile, error: String(error) });
    onFileFault(`The log file ${logFile} cannot be written: ${String(error)}`);
  }

  const logger = createJsonLines(logLevel, write, { filter: logFilter });
  return { ...logger, reopen: () => file?.reopen() };
}

function writeToStdout(line: string): void {
  let rest = Buffer.from(`${line}\n`);
  while (rest.length > 0) rest = rest.subarray(tryWrite(rest));
}

/** @returns the number of bytes that need no further attempt */
function tryWrite(bytes: Buffer): number {
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
