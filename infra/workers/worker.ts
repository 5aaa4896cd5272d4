import { createWorker } from './handler.ts';
import { Notifications } from './notifications.ts';
import { Webhooks } from './webhooks.ts';

/** The classes of the durable objects. */
export { Notifications, Webhooks };

/** The worker, whose handlers the runtime calls for requests and by schedule. */
export default createWorker();
