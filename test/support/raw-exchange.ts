import { connect } from 'node:net';

/** A parsed answer of a raw connection. */
export type RawAnswer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/**
 * Writes bytes to a service and reads until it closes the connection.
 *
 * @returns the answers, which must have a Content-Length
 */
export async function rawExchange(port: number, sent: Uint8Array | string): Promise<readonly RawAnswer[]> {
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(typeof sent === 'string' ? latin1(sent) : sent));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
  return answersIn(Buffer.concat(chunks));
}

/** Each character stands for a byte; tests write bytes that are not ASCII as `\xff`. */
function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function answersIn(bytes: Buffer): readonly RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1];
    if (end === -1 || status === undefined) throw new Error(`This is not an answer: ${rest.toString().slice(0, 200)}`);
    const headers = Object.fromEntries(
      lines.map((line) => line.split(/: */, 2)).map(([name = '', value = '']) => [name.toLowerCase(), value]),
    );
    const length = Number(headers['content-length'] ?? 0);
    answers.push({ status: Number(status), headers, body: rest.subarray(end + 4, end + 4 + length).toString() });
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}
