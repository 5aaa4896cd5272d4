import type { Box } from './figure.ts';

/** The direction of an arrow key. */
export type Direction = 'left' | 'right' | 'up' | 'down';

/** Factor on the sideways distance, so that boxes straight ahead are preferred. */
const ASIDE = 2.5;

/**
 * The nearest box in a direction. A connected one is preferred: its distance is halved.
 *
 * @returns null when there is none
 */
export function nextBox(
  boxes: readonly Box[],
  from: Box,
  direction: Direction,
  isConnected: (id: string) => boolean,
): Box | null {
  let nearest: { readonly box: Box; readonly distance: number } | null = null;
  for (const box of boxes) {
    const [dx, dy] = [box.x - from.x, box.y - from.y];
    const [ahead, aside] = direction === 'left' || direction === 'right' ? [dx, dy] : [dy, dx];
    const towards = direction === 'left' || direction === 'up' ? -ahead : ahead;
    if (box === from || towards <= 1) continue;
    const distance = (towards + Math.abs(aside) * ASIDE) * (isConnected(box.node.id) ? 0.5 : 1);
    if (nearest === null || distance < nearest.distance) nearest = { box, distance };
  }
  return nearest?.box ?? null;
}
