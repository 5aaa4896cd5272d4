import { expect, it } from 'vitest';
import { createEmbedder } from './messages.ts';

/** A frame in a page, with the messages that the page received and their target origins. */
function frameInPage() {
  const received: (readonly [origin: string, message: unknown])[] = [];
  const events = new EventTarget();
  const parent = { postMessage: (message: unknown, origin: string) => received.push([origin, message]) };
  const window = Object.assign(events, { parent }) as unknown as Window;
  const say = (data: unknown, { source = parent as unknown, origin = 'https://lms.example' } = {}) =>
    events.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }));
  return { received, say, embedder: createEmbedder(window) };
}

it('a frame sends nothing before the embedding page asks, then the last message of each type, to its origin alone', () => {
  const { received, say, embedder } = frameInPage();
  embedder.send({ type: 'resize', height: 1 });
  embedder.send({ type: 'resize', height: 2 });
  expect(received).toEqual([]);
  say({ type: 'listen' });
  embedder.send({ type: 'resize', height: 3 });
  expect(received).toEqual([
    ['https://lms.example', { source: 'competency-service', type: 'resize', height: 2 }],
    ['https://lms.example', { source: 'competency-service', type: 'resize', height: 3 }],
  ]);
});

it('a frame listens to the embedding page alone, and ignores messages that it does not understand', () => {
  const { received, say, embedder } = frameInPage();
  const shown: string[] = [];
  embedder.onShow((id) => shown.push(id));
  embedder.send({ type: 'resize', height: 1 });
  say({ type: 'listen' }, { source: {} });
  for (const data of [null, 'listen', { type: 1 }, { type: 'show' }, { type: 'show', competencyId: 1 }]) say(data);
  expect([received, shown]).toEqual([[], []]);
  say({ type: 'show', competencyId: 'a' });
  expect(shown).toEqual(['a']);
});
