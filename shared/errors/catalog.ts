/**
 * Every error that this service answers, and nothing else: its HTTP status, its title, and a page `docs/errors/<code>.md`
 * that says what happened and how to fix it.
 */
export const CATALOG = {
  'malformed-request': { status: 400, title: 'The request is malformed' },
  'malformed-json': { status: 400, title: 'The JSON text is malformed' },
  'too-deep': { status: 400, title: 'The JSON text is nested too deeply' },
  'malformed-multipart': { status: 400, title: 'The multipart form is malformed' },
  'malformed-path': { status: 400, title: 'The path is malformed' },
  'malformed-key': { status: 400, title: 'A public key cannot be used' },
  'invalid-object': { status: 400, title: 'The object cannot be stored' },
  'invalid-parameter': { status: 400, title: 'A parameter has no valid value' },
  'invalid-query': { status: 400, title: 'The search query cannot be parsed' },
  'query-too-broad': { status: 400, title: 'The search query asks for too much at once' },
  'result-window-exceeded': { status: 400, title: 'Paging by position ends at 10,000' },
  'too-many-entries': { status: 400, title: 'The signature sheet has too many entries' },
  'not-owner': { status: 401, title: 'Only an owner may change or delete this object' },
  'admin-only': { status: 401, title: 'Only an admin may do this' },
  'credentials-refused': { status: 403, title: 'The credentials are not accepted' },
  'not-found': { status: 404, title: 'No such object, or no permission to read it' },
  'no-such-route': { status: 404, title: 'There is nothing at this address' },
  'method-not-allowed': { status: 405, title: 'This address does not take this method' },
  'not-acceptable': { status: 406, title: 'None of the accepted formats is offered' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'identifier-taken': { status: 409, title: 'The identifier belongs to another object' },
  'version-conflict': { status: 409, title: 'The object keeps changing under this write' },
  'operation-in-progress': { status: 409, title: 'An admin operation is under way' },
  'precondition-failed': { status: 412, title: 'The object is not in the expected version' },
  'body-too-large': { status: 413, title: 'The request body is too large' },
  'answer-too-large': { status: 413, title: 'The answer is too large to be sent at once' },
  'unsupported-media-type': { status: 415, title: 'The request body has a type that is not taken' },
  'sheet-expired': { status: 419, title: 'A signature has expired' },
  'invalid-sheet': { status: 422, title: 'The signature sheet is malformed' },
  'invalid-identity': { status: 422, title: 'The identity request cannot be carried out' },
  'not-a-framework': { status: 422, title: 'The object is not a framework' },
  'profile-too-large': { status: 422, title: 'The profile is too large to be calculated' },
  'head-too-large': { status: 431, title: 'The head of the request is too large' },
  'signature-refused': { status: 451, title: 'A signature is missing, wrong or of a refused kind' },
  'internal-error': { status: 500, title: 'The service failed to answer' },
  overloaded: { status: 503, title: 'The service has too much to do to take this request' },
  'store-unavailable': { status: 503, title: 'The store does not answer' },
  'search-timeout': { status: 503, title: 'The search took too long' },
  'took-too-long': { status: 503, title: 'The request took longer than the platform allows' },
  'profile-unavailable': { status: 503, title: 'The profile cannot be calculated now' },
} as const satisfies Record<string, { status: number; title: string }>;

/** The name of an error: the last part of its `type` address and the name of its page. */
export type ProblemCode = keyof typeof CATALOG;
