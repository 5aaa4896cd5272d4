import { type Layout, type LayoutInput, layoutSchema } from './layout-types.ts';

/**
 * Places a graph in a separate thread, which ends afterwards.
 *
 * @param signal ends the thread early
 * @throws Error when the graph cannot be placed; DOMException `AbortError`
 */
export function placeInWorker(input: LayoutInput, signal: AbortSignal): Promise<Layout> {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Layout>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(layoutSchema.parse(data)));
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.postMessage(input);
  }).finally(() => worker.terminate());
}
