/** How the list of frameworks is sorted. */
export type ListOrder = {
  readonly by: 'name' | 'competencies' | 'changed';
  readonly direction: 'ascending' | 'descending';
};

/** The order until a person chooses another one: the last change first. */
export const NEWEST: ListOrder = { by: 'changed', direction: 'descending' };

const KEY = 'competency-editor.order';

/** The order that a person has chosen in this browser. */
export function readOrder(storage: Storage | null): ListOrder {
  const [by, direction] = (storage?.getItem(KEY) ?? '').split(' ');
  if (by !== 'name' && by !== 'competencies' && by !== 'changed') return NEWEST;
  const order: ListOrder = { by, direction: direction === 'descending' ? direction : 'ascending' };
  return isNewest(order) ? NEWEST : order;
}

/** Stores the order if the browser allows it. */
export function writeOrder(storage: Storage | null, { by, direction }: ListOrder): void {
  try {
    storage?.setItem(KEY, `${by} ${direction}`);
  } catch {
    // a private window, or a full disk: it holds until the page is closed
  }
}

export function isNewest({ by, direction }: ListOrder): boolean {
  return by === NEWEST.by && direction === NEWEST.direction;
}

/** The order after the head of a column is pressed: its usual direction, then the other one, then the last change first again. */
export function nextOrder(order: ListOrder, by: ListOrder['by']): ListOrder {
  const usual = by === 'name' ? 'ascending' : 'descending';
  if (order.by !== by) return { by, direction: usual };
  if (order.direction !== usual) return NEWEST;
  return { by, direction: usual === 'ascending' ? 'descending' : 'ascending' };
}
