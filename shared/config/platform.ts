/** Limits and defaults of the runtime that hosts the service. */
export type Platform = {
  /** Limit of request bodies in bytes; null: none but POST_MAX_SIZE. */
  readonly maxRequestBody: number | null;
  /** Memory for objects in bytes, such as the heap limit; the default of MEMORY_BUDGET is a part of it. */
  readonly memory: number;
  /** The default of SECRETS. */
  readonly secrets: 'directory' | 'environment';
};

/** A process with a file system. */
export const PROCESS: Platform = {
  maxRequestBody: null,
  memory: 2 ** 31,
  secrets: 'directory',
};
