import { createWorker } from './handler.ts';
import { Notifications } from './notifications.ts';

/** The class of the durable object. */
export { Notifications };

/** The worker, whose handlers the runtime calls for requests and by schedule. */
export default createWorker();
