import type { Translation } from './words.ts';

/** Words that are missing here are shown in English. */
export const translation: Translation = {};
