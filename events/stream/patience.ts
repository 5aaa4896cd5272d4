/** Listeners that are told at the same time. */
export const AT_ONCE = 32;

/** Milliseconds in which a connection may not be there yet: it is announced before its handshake ends. */
export const HANDSHAKE = 5_000;

/** A listener that could not be told for so many milliseconds is cut off: it notices, and comes back for what it missed. */
export const GIVE_UP = 15_000;
