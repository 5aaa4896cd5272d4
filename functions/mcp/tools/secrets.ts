/** Members that hold secrets. */
const SECRET = /^(?:password|ppk|privateKey|secret|token)$/;

/** Added to the description of a tool whose arguments or results contain secrets. */
export const SENSITIVE_WARNING =
  'Warning: it takes or returns secrets (private keys, passwords, or tokens), which would stay in this conversation and with the provider of its model: call it only when the person has asked for exactly this.';

/** Whether values of a schema have secrets in them. */
export function hasSecrets(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { properties } = { properties: null, ...schema };
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return names.some((name) => SECRET.test(name)) || Object.values(schema).some(hasSecrets);
}
