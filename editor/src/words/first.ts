import { common, faults } from './en/common.ts';
import { person } from './en/person.ts';
import { start } from './en/start.ts';

/** The words of the first view in English, which are there before all others are loaded. */
export const first = { ...common, ...faults, ...start, ...person } as const;
