import { Problem } from '../../base/errors/problem.ts';

/** DynamoDB refused a call or did not respond. Its message is for the log only. */
export class DynamoDbFailure extends Error {
  override readonly name = 'DynamoDbFailure';
  /** DynamoDB's name of the error, such as `ConditionalCheckFailedException`; `away` or `timeout` without a response. */
  readonly kind: string;
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  /** The item that a condition failed on, if the call requested it. */
  readonly item: TableItem | null;

  constructor(kind: string, message: string, status: number | null = null, item: TableItem | null = null) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.item = item;
  }
}

/** An item as DynamoDB's protocol writes it: a type and a value for each attribute. */
export type TableItem = Readonly<Record<string, AttributeValue>>;

/** The types of attributes used here: strings, and numbers as text. */
export type AttributeValue = { readonly S: string } | { readonly N: string };

/** Whether a retry may succeed: throttling, a server error, no response. */
export function isTransient({ kind, status }: DynamoDbFailure): boolean {
  return TRANSIENT_KINDS.has(kind) || status === null || status >= 500;
}

const TRANSIENT_KINDS = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
  'LimitExceededException',
]);

/** Whether a conditional write failed because the item had changed. */
export function isFailedCondition(error: unknown): error is DynamoDbFailure {
  return error instanceof DynamoDbFailure && error.kind === 'ConditionalCheckFailedException';
}

/** Hides a failure of DynamoDB behind `store-unavailable`; the log has the cause. Other errors are returned unchanged. */
export function toProblem(error: unknown): unknown {
  if (!(error instanceof DynamoDbFailure)) return error;
  const detail = 'The store does not answer for now. Try again in a moment.';
  return new Problem('store-unavailable', detail, { retryAfter: RETRY_AFTER_SECONDS }, { cause: error });
}

const RETRY_AFTER_SECONDS = 1;
