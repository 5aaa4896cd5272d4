import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns';
import { once } from 'node:events';

/** A name server that answers each query for IPv4 addresses of a name with its next answer, and repeats the last one. */
export type NameServer = {
  /** The addresses of a name, one list per query. */
  readonly answers: Map<string, string[][]>;
  /** The queried names, in order. */
  readonly queries: string[];
  /** Resolves names by this server alone, as `lookup` of `node:dns` does. */
  readonly resolve: (
    name: string,
    options: object,
    callback: (error: NodeJS.ErrnoException | null, found: { address: string; family: number }[] | undefined) => void,
  ) => void;
  readonly close: () => Promise<void>;
};

const TYPE_A = 1;
const NAME_ERROR = 3;

/** Starts a name server (RFC 1035) on loopback. */
export async function startNameServer(): Promise<NameServer> {
  const answers: NameServer['answers'] = new Map();
  const queries: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    const lists = answers.get(name);
    let found = lists?.[0] ?? [];
    if (type === TYPE_A) {
      queries.push(name);
      if (lists !== undefined && lists.length > 1) lists.shift();
    } else found = [];
    socket.send(response(query.subarray(0, end), found, lists === undefined), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    answers,
    queries,
    resolve: (name, _options, callback) =>
      resolver.resolve4(name, (error, found) =>
        callback(
          error,
          found?.map((address) => ({ address, family: 4 })),
        ),
      ),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** The question of a query (RFC 1035, 4.1.2). */
function readQuestion(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let offset = 12;
  for (let length = query.readUInt8(offset); length > 0; length = query.readUInt8(offset)) {
    labels.push(query.toString('latin1', offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(offset + 1), end: offset + 5 };
}

/** A response with addresses that may not be cached (RFC 1035, 4.1.3). */
function response(question: Buffer, addresses: readonly string[], isUnknown: boolean): Buffer {
  const header = Buffer.from(question);
  header.writeUInt16BE(0x8180 | (isUnknown ? NAME_ERROR : 0), 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, ...records]);
}
