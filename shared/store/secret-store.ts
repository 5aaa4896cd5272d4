/**
 * The server's own secrets: key pairs, salts. Losing them means losing the server's identity (specification:
 * Authentication 8).
 */
export interface SecretStore {
  /**
   * The secret of that name; made by `create` and kept if there is none yet. Of several processes that make it at once,
   * one wins and all get that one.
   *
   * @param name letters, digits, dots and dashes, such as `skyAdmin2.pem`
   * @throws Error when the place is not private to this service or cannot be read: a fault to stop at, at start
   */
  secret(name: string, create: () => Promise<string>): Promise<string>;
}
