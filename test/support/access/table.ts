import { CASE_OPERATIONS } from './case.ts';
import { FRAMEWORK_OPERATIONS } from './frameworks.ts';
import { OBJECT_OPERATIONS } from './objects.ts';
import { RECORD_OPERATIONS } from './records.ts';
import { SERVICE_OPERATIONS } from './service.ts';
import { WEBHOOK_OPERATIONS } from './webhooks.ts';

/** Every route in each of its bindings, by the name of the operation. */
export const OPERATIONS = {
  ...OBJECT_OPERATIONS,
  ...FRAMEWORK_OPERATIONS,
  ...CASE_OPERATIONS,
  ...RECORD_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...SERVICE_OPERATIONS,
};

export type OperationName = keyof typeof OPERATIONS;
