/**
 * A listener did not take a message, or cannot be told any more: its cursor or what is kept of its handshake means nothing now. All
 * other errors, such as a store that does not answer or an end of time, are no listener's fault.
 */
export class Unheard extends Error {
  override readonly name = 'Unheard';
}
