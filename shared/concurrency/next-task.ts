/**
 * Resolves in a later task of the event loop, after I/O that is ready. Long synchronous work awaits it now and then.
 *
 * Timers take at least a millisecond, so `setImmediate` is used where it exists.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
