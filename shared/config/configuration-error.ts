/** A configuration that cannot work. Its message is one sentence for the operator; the service does not start. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
