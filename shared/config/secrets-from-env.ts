/**
 * The secret of that name as the environment gives it, or null. A name that ends in `.pem` is also looked for without
 * that ending: `skyAdmin2.pem` is found as `skyAdmin2.pem`, then as `skyAdmin2`. Each may have `_` where the name has `.`:
 * `skyId_secret`, for platforms that allow no other characters in names of variables. Empty values count as absent.
 *
 * PEM text (RFC 7468) often has its line breaks written as the two characters `\n` in an environment: they become
 * line breaks. Any other value is taken as it is.
 *
 * @param env names and values of the environment, handed in
 * @param name of the secret, such as `skyId.secret`
 */
export function secretFromEnv(env: Readonly<Record<string, string | undefined>>, name: string): string | null {
  const names = name.endsWith('.pem') ? [name, name.slice(0, -'.pem'.length)] : [name];
  for (const spelling of names.flatMap((one) => [one, one.replaceAll('.', '_')])) {
    const value = Object.hasOwn(env, spelling) ? env[spelling] : undefined;
    if (value) return value.includes('-----BEGIN ') ? value.replace(/(?:\\r)?\\n/g, '\n') : value;
  }
  return null;
}
