import { expect, test, vi } from 'vitest';
import { SILENT } from '../../test/support/silent.ts';
import { ANONYMOUS } from '../repository/access/caller.ts';
import { callerWith, publicKey } from '../repository/access/testing/caller.ts';
import { createCall } from './call.ts';
import { callContext } from './testing/call.ts';

const ALICE = callerWith([publicKey(1)]);

function signedRequest(): Request {
  return new Request('http://localhost/', { headers: { signatureSheet: 'in the header' } });
}

test('a call without a signature sheet is anonymous', async () => {
  const call = createCall(callContext(), new Request('http://localhost/'), {});
  expect(await call.caller()).toBe(ANONYMOUS);
});

test('the signature sheets of a call are verified once, however often the caller is read', async () => {
  const verify = vi.fn(async () => ALICE);
  const call = createCall(callContext({ verify }), signedRequest(), {});
  expect(await call.caller()).toBe(ALICE);
  expect(await call.caller()).toBe(ALICE);
  expect(verify).toHaveBeenCalledExactlyOnceWith(['in the header']);
});

test('a signature sheet in the body counts once the body has been read', async () => {
  const verify = vi.fn(async () => ALICE);
  const call = createCall(callContext({ verify }), signedRequest(), {});
  await call.caller();
  await call.body(async () => ({ part: () => 'in the body' }));
  await call.caller();
  expect(verify).toHaveBeenLastCalledWith(['in the header', 'in the body']);
});

test('entries in the log of a call carry its request id', () => {
  const warn = vi.fn();
  const call = createCall(callContext({ logger: { ...SILENT, warn } }), new Request('http://localhost/'), {});
  call.log.warn('AUTH', 'An event', { object: 'id' });
  expect(warn).toHaveBeenCalledExactlyOnceWith('AUTH', 'An event', { object: 'id', requestId: call.id });
});
