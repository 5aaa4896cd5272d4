/** What the runtime that hosts the service decides before any setting does. */
export type Platform = {
  /** Bytes of the largest request body that reaches the service, or null: whatever POST_MAX_SIZE allows. */
  readonly maxRequestBody: number | null;
  /** Bytes of memory that objects may take, such as the limit of the heap; what is set aside for large requests is a part of it. */
  readonly memory: number;
  /** Where secrets are when SECRETS says nothing. */
  readonly secrets: 'directory' | 'environment';
};

/** A process on a machine with files. */
export const PROCESS: Platform = {
  maxRequestBody: null,
  memory: 2 ** 31,
  secrets: 'directory',
};
