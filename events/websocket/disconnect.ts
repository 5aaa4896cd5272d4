import type { Connections } from '../connections.ts';

/** A listener went away. Nothing is told to it any more. */
export async function disconnect(connections: Pick<Connections, 'remove'>, id: string): Promise<void> {
  await connections.remove(id);
}
