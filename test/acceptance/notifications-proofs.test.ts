import { once } from 'node:events';
import { expect, test } from 'vitest';
import { person, sheet } from '../support/signer.ts';
import { SOON, subscribeTo } from '../support/subscriber.ts';
import { newThing, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer({ NOTIFY_POLL: '50' });

test('K1 a connection is closed when its signature expires, and a subscriber that reconnects misses nothing', async () => {
  const reader = await person();
  const subscriber = await subscribeTo(server, {
    sheet: await sheet(server.api, [reader], 2_000),
    query: { cursors: 'true' },
  });
  const nobody = await subscribeTo(server, { sheet: await sheet(server.api, [reader], -1_000) });
  const anonymous = await subscribeTo(server);
  const closed = once(subscriber.socket, 'close');
  const hidden = { '@reader': [reader.pem] };
  const [before, after] = [newThing(server, hidden), newThing(server, hidden)];
  await client.save(before);
  await expect.poll(subscriber.ids, SOON).toContain(shortId(before));
  expect((await closed)[0]).toBe(1008);
  await client.save(after);
  const again = await subscribeTo(server, {
    sheet: await sheet(server.api, [reader]),
    query: { since: subscriber.cursor() ?? '' },
  });
  await expect.poll(again.ids, SOON).toEqual([shortId(after)]);
  for (const { socket, received } of [nobody, anonymous]) {
    expect(received).toEqual([]);
    expect(socket.readyState).toBe(socket.OPEN);
  }
});

test('a page proves keys by a subprotocol, since browsers let it set no other header', async () => {
  const reader = await person();
  const proved = new WebSocket(`${server.url.replace(/^http/, 'ws')}ws/custom`, [
    'signature-sheet',
    Buffer.from(await sheet(server.api, [reader])).toString('base64url'),
  ]);
  const received: string[] = [];
  proved.addEventListener('message', ({ data }) => received.push(String(data)));
  await once(proved, 'open');
  expect(proved.protocol).toBe('signature-sheet');
  const hidden = newThing(server, { '@reader': [reader.pem] });
  await client.save(hidden);
  await expect.poll(() => received, SOON).toContain(shortId(hidden));
  proved.close();
});
