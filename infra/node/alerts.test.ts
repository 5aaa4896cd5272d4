import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAlerts } from './alerts.ts';

const HOUR_MS = 3_600_000;

let server: SMTPServer;
let mails: string[];
let login: unknown;

beforeEach(async () => {
  mails = [];
  login = null;
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      login = { username, password };
      done(null, { user: username });
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(' ');
      text(stream).then((mail) => {
        mails.push(`${to}\n${mail}`);
        done();
      }, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
});
afterEach(() => new Promise<void>((resolve) => server.close(resolve)));

function mailTo(port: number) {
  const credentials = { user: 'service@example.org', pass: 'pass' };
  const recipients = ['a@example.org', 'b@example.org'];
  return { mail: { host: '127.0.0.1', port, credentials, from: 'service@example.org', recipients } };
}

const portOf = () => (server.server.address() as AddressInfo).port;

test('operators get at most one mail an hour of each kind, with the count since the last one', async () => {
  let time = 0;
  const { raise } = createAlerts(mailTo(portOf()), { warn: vi.fn() }, () => time);
  await raise('Uncaught Exception', 'The first');
  await raise('Uncaught Exception', 'The second');
  await raise('Uncaught Exception', 'The third');
  await raise('Disk Space Warning', 'Nearly full');
  time += HOUR_MS;
  await raise('Uncaught Exception', 'An hour later');
  expect(mails).toHaveLength(3);
  expect(mails[0]).toMatch(/^a@example.org b@example.org\n/);
  expect(mails[0]).toContain('Subject: Uncaught Exception');
  expect(mails[0]).toContain('The first');
  expect(mails[1]).toContain('Nearly full');
  expect(mails[2]).toMatch(/An hour later[\s\S]*2 times more/);
  expect(login).toEqual({ username: 'service@example.org', password: 'pass' });
});

test('a mail server that cannot be reached is logged, and blocks nothing', async () => {
  const port = portOf();
  await new Promise<void>((resolve) => server.close(resolve));
  const warn = vi.fn();
  await createAlerts(mailTo(port), { warn }).raise('Logging Failure', 'No space');
  expect(warn).toHaveBeenCalledWith('SYSTEM', 'A mail to the operator could not be sent', {
    kind: 'Logging Failure',
    error: expect.stringContaining('ECONNREFUSED'),
  });
});
