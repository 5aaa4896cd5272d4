import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type InlineService, idOf, openInlineService } from '../../../test/support/inline-service.ts';
import { type WebhookProcesses, webhookProcesses } from '../../../test/support/webhook-processes.ts';

let service: InlineService;
let hooks: WebhookProcesses;
beforeEach(async () => {
  service = await openInlineService({ WEBHOOK_RETRY_DELAY: '1000', WEBHOOK_GIVE_UP: '60000' });
  hooks = webhookProcesses(service);
  onTestFinished(() => service.close());
});

const SECOND = 1_000;

test('several processes call a receiver one at a time, in order, and once for each change', async () => {
  await hooks.add('a');
  const [one, other] = [hooks.start(), hooks.start()];
  let calls = 0;
  let most = 0;
  hooks.answer = async () => {
    most = Math.max(most, ++calls);
    await new Promise((resolve) => setTimeout(resolve, 5));
    calls--;
    return 204;
  };
  for (const name of ['one', 'two', 'three']) {
    await service.save(name);
    await Promise.all([one.run(), other.run()]);
  }
  await one.run();
  expect(hooks.idsAt('a')).toEqual(['one', 'two', 'three'].map(idOf));
  expect(most).toBe(1);
});

test('a slow receiver does not delay others, and gets later changes after its answer', async () => {
  await hooks.add('slow');
  await hooks.add('quick');
  const hang = Promise.withResolvers<number>();
  hooks.answer = (path) => (path === 'slow' ? hang.promise : Promise.resolve(204));
  const { run } = hooks.start();
  await service.save('one');
  const first = run();
  await expect.poll(() => hooks.idsAt('quick')).toEqual([idOf('one')]);
  await service.save('two');
  await run();
  expect(hooks.idsAt('quick')).toEqual([idOf('one'), idOf('two')]);
  hang.resolve(204);
  await first;
  expect(hooks.idsAt('slow')).toEqual([idOf('one'), idOf('two')]);
});

describe('a receiver that fails', () => {
  test('is called by another process once its pause is over, and not before', async () => {
    await hooks.add('a');
    hooks.answer = async () => 500;
    await service.save('one');
    await hooks.start().run();
    const { next } = (await hooks.get('a'))?.failing ?? { next: 0 };
    hooks.answer = async () => 204;
    const { run, reminders } = hooks.start();
    await run();
    expect(hooks.idsAt('a')).toEqual([]);
    expect(reminders).toContain(next);
    service.time = next;
    await run();
    expect(hooks.idsAt('a')).toEqual([idOf('one')]);
    expect(await hooks.get('a')).toMatchObject({ failing: null, state: 'active' });
  });

  test('is given up after a time, and is not called then', async () => {
    await hooks.add('a');
    hooks.answer = async () => 503;
    const { run } = hooks.start();
    await service.save('one');
    for (let seconds = 0; seconds < 70; seconds++) {
      await run();
      service.time += SECOND;
    }
    expect(await hooks.get('a')).toMatchObject({ state: 'failed', lastError: { status: 503 } });
    const attempts = hooks.calls.length;
    expect(attempts).toBeGreaterThan(3);
    await service.save('two');
    await run();
    expect(hooks.calls).toHaveLength(attempts);
  });
});

test('a process that is stopped during a call does not move the position, and the next one calls again', async () => {
  await hooks.add('a');
  hooks.answer = () => new Promise(() => {});
  const { run, stop } = hooks.start();
  await service.save('one');
  const running = run();
  await expect.poll(() => hooks.calls.length).toBe(1);
  stop();
  await running;
  expect(await hooks.get('a')).toMatchObject({ failing: null, deliveries: [] });
  hooks.answer = async () => 204;
  await hooks.start().run();
  expect(hooks.idsAt('a')).toEqual([idOf('one')]);
  expect(new Set(hooks.calls.map(({ id }) => id)).size).toBe(1);
});

test('changes that are not for a webhook are read once, and its position is stored with the next tick', async () => {
  await hooks.add('a', { type: '*.nothing' });
  const before = (await hooks.get('a'))?.cursor;
  const { run } = hooks.start();
  await service.save('one');
  await run();
  expect((await hooks.get('a'))?.cursor).toBe(before);
  await run(true);
  expect((await hooks.get('a'))?.cursor).not.toBe(before);
  expect(hooks.calls).toEqual([]);
});

test('a webhook whose position the store does not know fails visibly, and others go on', async () => {
  await hooks.add('lost');
  await hooks.add('a');
  await hooks.update('lost', { cursor: 'of another store' });
  await service.save('one');
  await hooks.start().run();
  expect(await hooks.get('lost')).toMatchObject({ state: 'failed', lastError: { detail: expect.any(String) } });
  expect(hooks.idsAt('a')).toEqual([idOf('one')]);
});

test('a replay during a call is not lost', async () => {
  await hooks.add('a');
  const begin = (await hooks.get('a'))?.cursor ?? '';
  const { run } = hooks.start();
  await service.save('one');
  await run();
  hooks.answer = async () => {
    await hooks.update('a', { cursor: begin });
    hooks.answer = async () => 204;
    return 204;
  };
  await service.save('two');
  await run();
  await run();
  expect(hooks.idsAt('a')).toEqual(['one', 'two', 'one', 'two'].map(idOf));
});

test('nothing is delivered where webhooks are disabled', async () => {
  const other = await openInlineService({ DISABLED_ADAPTERS: 'webhooks' });
  onTestFinished(() => other.close());
  const disabled = webhookProcesses(other);
  await disabled.add('a');
  await other.save('one');
  await disabled.start().run(true);
  expect(disabled.calls).toEqual([]);
});
