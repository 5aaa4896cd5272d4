import type { Tool } from '../tools/tool.ts';

/** The tools for tasks, in the order of lists. */
export const TASKS: readonly Tool[] = [];
