import { expect, test, vi } from 'vitest';
import { SILENT } from '../../test/support/silent.ts';
import { toConfig } from '../config/config.ts';
import { Problem } from '../errors/problem.ts';
import { createBaseApp } from './app.ts';
import { callContext } from './call.fixture.ts';

function baseApp(logger = SILENT) {
  const { config, ...ctx } = callContext({ logger });
  return createBaseApp({ ...ctx, config: { ...toConfig({}, '1'), ...config } });
}

test('a handler logs with the request id of the answer', async () => {
  const info = vi.fn();
  const { app, serve } = baseApp({ ...SILENT, info });
  serve('/here', {
    GET(ctx, { parameters }) {
      ctx.logger.info('DATA', 'Asked', { parameters: JSON.stringify(parameters) });
      return { status: 204, headers: {}, body: null };
    },
  });
  const { headers } = await app.request('/here');
  const requestId = headers.get('x-request-id');
  expect(info).toHaveBeenCalledExactlyOnceWith('DATA', 'Asked', { parameters: '{}', requestId });
});

test('a group can write its errors in a format of its own, and others keep theirs', async () => {
  const { app, serve } = baseApp();
  const refuse = () => {
    throw new Problem('not-found', 'Nothing here.');
  };
  serve('/own', { GET: refuse }, ({ status, message }, { id }) => ({ status, headers: {}, body: `${message} ${id}` }));
  serve('/other', { GET: refuse });
  const own = await app.request('/own');
  expect(own.status).toBe(404);
  expect(await own.text()).toBe(`Nothing here. ${own.headers.get('x-request-id')}`);
  expect(await (await app.request('/own', { method: 'DELETE' })).text()).toContain('This address takes GET');
  const other = await app.request('/other');
  expect(other.headers.get('content-type')).toBe('application/problem+json');
});
