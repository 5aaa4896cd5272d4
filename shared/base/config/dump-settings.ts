import { integer, type Setting, text } from './formats.ts';

/** Settings of the daily dumps of all public objects. */
export const DUMP_SETTINGS = {
  DUMP_DIRECTORY: {
    parse: text,
    default: null,
    defaultText: 'unset: no dumps',
    effect:
      'Directory into which all public objects are written once a day, for everybody to fetch below `/api/bulk/dumps/` (docs/operate/operate.md). Created at the first dump. Not in functions and workers. Several processes on one store need the same directory.',
  },
  DUMP_KEEP: {
    parse: integer(1, 1000),
    default: 7,
    effect: 'Number of dumps that are kept; older ones are removed.',
  },
} as const satisfies Record<string, Setting<unknown>>;
