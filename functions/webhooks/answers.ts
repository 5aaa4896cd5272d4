/** Answers are about the moment, and about one caller. */
export const NO_STORE = { 'cache-control': 'no-store' };
