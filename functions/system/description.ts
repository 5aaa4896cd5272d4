/**
 * The API description as it is served: with the address that its paths start from.
 *
 * @param text the description made by `npm run openapi`
 * @param server a bare path is right under every name that the service is reached by
 */
export function servedDescription(text: string, server: string): string {
  return JSON.stringify({ ...JSON.parse(text), servers: [{ url: server }] });
}
