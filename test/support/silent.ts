import type { Logger } from '../../shared/base/telemetry/logger.ts';

const nothing = (): void => undefined;

/** A log that discards everything. */
export const SILENT: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
