import { expect, test } from 'vitest';
import { asksForEvents, eventStreamAnswer } from './event-stream.ts';

test.each([
  ['text/event-stream', true],
  ['application/json, text/event-stream', true],
  ['application/json, text/event-stream;q=0.5', false],
  ['application/json;q=0.5, text/event-stream;q=0.8', true],
  ['TEXT/EVENT-STREAM; charset=utf-8', true],
  ['text/event-stream;q=0', false],
  ['text/event-stream; q=0.0, */*', false],
  ['text/event-streams', false],
  ['*/*', false],
  ['', false],
])('Accept "%s" requests events: %s', (accept, asks) => {
  expect(asksForEvents(new Request('http://localhost/', { headers: { accept } }))).toBe(asks);
});

test('events are sent as they come, and the stream ends with the work', async () => {
  const { body } = eventStreamAnswer(async (send) => {
    send('progress', '1');
    await Promise.resolve();
    send('profile', '{}');
  });
  expect(await new Response(body).text()).toBe('event: progress\ndata: 1\n\nevent: profile\ndata: {}\n\n');
});

test('work continues when the client disconnects', async () => {
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  const { promise: done, resolve: finish } = Promise.withResolvers<string>();
  const { body } = eventStreamAnswer(async (send) => {
    await gone;
    send('profile', '{}');
    finish('done');
  });
  await new Response(body).body?.cancel();
  leave();
  expect(await done).toBe('done');
});
