/** Results reachable by position, and the most that one page holds (specification: Limits). */
export const MAX_WINDOW = 10_000;

/** Results of a search that names no size. */
export const DEFAULT_SIZE = 50;

/** Versions in one history. */
export const MAX_HISTORY = 10_000;
