/**
 * The URL of a thread's module: TypeScript in a checkout, JavaScript in the build.
 *
 * @param beside address of the module that starts the thread (`import.meta.url`)
 * @param name name of the file beside that module, without extension
 */
export function threadModule(beside: string, name: string): URL {
  return new URL(`./${name}${beside.endsWith('.ts') ? '.ts' : '.js'}`, beside);
}
