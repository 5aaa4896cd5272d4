/** A clause that says why something was not found. */
export type Absent = { readonly absent: string };

/** Whether something was not found. */
export function isAbsent(value: object): value is Absent {
  return 'absent' in value;
}

/** OpenSearch can neither be found nor started on this machine. The message is one line with every reason. */
export class OpenSearchUnavailable extends Error {
  constructor(reasons: readonly string[]) {
    super(`No OpenSearch can be started here: ${reasons.join('; ')}.`);
    this.name = 'OpenSearchUnavailable';
  }
}
