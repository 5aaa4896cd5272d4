import { common, faults } from './en/common.ts';
import { list } from './en/list.ts';
import { person } from './en/person.ts';
import { start } from './en/start.ts';

/** The texts of the first view in English, which are available before all others are loaded. */
export const first = { ...common, ...faults, ...list, ...start, ...person } as const;
