import { placeGraph } from './layout.ts';
import { layoutInputSchema } from './layout-types.ts';

// A layout can take seconds, in which the page has to stay usable.
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  self.postMessage(placeGraph(layoutInputSchema.parse(data)));
});
