/**
 * The module beside another that a thread runs: as written, or as compiled.
 *
 * @param beside address of the module that starts the thread (`import.meta.url`)
 * @param name of the file, without its ending
 */
export function threadModule(beside: string, name: string): URL {
  return new URL(`./${name}${beside.endsWith('.ts') ? '.ts' : '.js'}`, beside);
}
