import { Problem } from '../../errors/problem.ts';

/** DynamoDB refused a call or did not answer. Its words are for the log only. */
export class DynamoDbFailure extends Error {
  override readonly name = 'DynamoDbFailure';
  /** DynamoDB's name of the error, such as `ConditionalCheckFailedException`; `away` or `timeout` when no answer came. */
  readonly kind: string;
  /** The HTTP status; null when no answer came. */
  readonly status: number | null;
  /** The item that a failed condition met, where the call asked for it. */
  readonly item: Item | null;

  constructor(kind: string, message: string, status: number | null = null, item: Item | null = null) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.item = item;
  }
}

/** An item as DynamoDB's protocol writes it: a type and a value for each attribute. */
export type Item = Readonly<Record<string, AttributeValue>>;

/** The types of attributes that are used here: texts, numbers (as text), lists of texts. */
export type AttributeValue = { readonly S: string } | { readonly N: string };

/** What may go well when it is asked for again: too much at once, a fault on the other side, no answer. */
export function isPassing({ kind, status }: DynamoDbFailure): boolean {
  return PASSING.has(kind) || status === null || status >= 500;
}

const PASSING = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
  'LimitExceededException',
]);

/** Whether a write was not done because the item was in another state than it was to be written over. */
export function isFailedCondition(error: unknown): error is DynamoDbFailure {
  return error instanceof DynamoDbFailure && error.kind === 'ConditionalCheckFailedException';
}

/** What callers are told of it: nothing but that it is so; the log has the cause. Other errors stay what they are. */
export function toProblem(error: unknown): unknown {
  if (!(error instanceof DynamoDbFailure)) return error;
  const detail = 'The store does not answer for now. Try again in a moment.';
  return new Problem('store-unavailable', detail, { retryAfter: RETRY_AFTER }, { cause: error });
}

/** Seconds. */
const RETRY_AFTER = 1;
