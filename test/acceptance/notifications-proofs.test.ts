import { once } from 'node:events';
import { expect, test } from 'vitest';
import { listenTo, SOON } from '../support/listener.ts';
import { person, sheet } from '../support/signer.ts';
import { newThing, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer({ NOTIFY_POLL: '50' });

test('K1 a connection is closed when its signature expires, and a subscriber that reconnects misses nothing', async () => {
  const reader = await person();
  const listener = await listenTo(server, {
    sheet: await sheet(server.api, [reader], 2_000),
    query: { cursors: 'true' },
  });
  const nobody = await listenTo(server, { sheet: await sheet(server.api, [reader], -1_000) });
  const anonymous = await listenTo(server);
  const closed = once(listener.socket, 'close');
  const hidden = { '@reader': [reader.pem] };
  const [before, after] = [newThing(server, hidden), newThing(server, hidden)];
  await client.save(before);
  await expect.poll(listener.ids, SOON).toContain(shortId(before));
  expect((await closed)[0]).toBe(1008);
  await client.save(after);
  const again = await listenTo(server, {
    sheet: await sheet(server.api, [reader]),
    query: { since: listener.cursor() ?? '' },
  });
  await expect.poll(again.ids, SOON).toEqual([shortId(after)]);
  for (const { socket, heard } of [nobody, anonymous]) {
    expect(heard).toEqual([]);
    expect(socket.readyState).toBe(socket.OPEN);
  }
});
