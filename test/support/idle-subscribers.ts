import { connect, type Socket } from 'node:net';

/*
 * A process that opens many connections to the notification channel of a server on this machine and reports, a line each:
 * `open <n>` when all are open, `received <n>` when each has received something since. It ends when its input does.
 *
 * Arguments: the port, how many, and their handshakes, in turn: JSON of `{ query, sheet }[]`, both as text. Absent: no query and no sheet.
 */

const [port = 0, count = 0] = process.argv.slice(2, 4).map(Number);
const handshakes = JSON.parse(process.argv[4] ?? '[{}]') as { readonly query?: string; readonly sheet?: string }[];

/** Number of connections opened at once: the accept queue is limited. */
const AT_ONCE = 100;

const sockets: Socket[] = [];
let received = 0;

function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const { query = '', sheet = '' } = handshakes[sockets.length % handshakes.length] ?? {};
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', reject);
    socket.once('data', () => {
      resolve();
      socket.once('data', () => {
        received++;
        if (received === count) process.stdout.write(`received ${received}\n`);
      });
    });
    socket.write(
      `GET /ws/custom${query} HTTP/1.1\r\nhost: localhost:${port}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsignatureSheet: ${sheet}\r\n\r\n`,
    );
  });
}

process.stdin.on('end', () => process.exit(0)).resume();
while (sockets.length < count) {
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, open));
}
process.stdout.write(`open ${sockets.length}\n`);
