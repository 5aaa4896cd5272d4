/**
 * The environment of every process of the service other than its settings: the path of programs, and the folder where Node
 * caches compiled modules (`vitest.config.ts`).
 */
export function nodeEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };
}
