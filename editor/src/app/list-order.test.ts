import { expect, it } from 'vitest';
import { NEWEST, nextOrder, readOrder } from './list-order.ts';

const stored = (text: string) => ({ getItem: () => text }) as unknown as Storage;

it('a column is sorted in its usual direction, then in the other one, then the last change is first again', () => {
  const byName = nextOrder(NEWEST, 'name');
  const backwards = nextOrder(byName, 'name');
  expect([byName, backwards, nextOrder(backwards, 'name')]).toEqual([
    { by: 'name', direction: 'ascending' },
    { by: 'name', direction: 'descending' },
    NEWEST,
  ]);
  expect(nextOrder(byName, 'competencies')).toEqual({ by: 'competencies', direction: 'descending' });
  expect(nextOrder(NEWEST, 'changed')).toEqual({ by: 'changed', direction: 'ascending' });
});

it('what is stored and is not an order is the default', () => {
  expect(readOrder(stored('competencies descending'))).toEqual({ by: 'competencies', direction: 'descending' });
  expect([readOrder(stored('size ascending')), readOrder(stored('')), readOrder(null)]).toEqual([
    NEWEST,
    NEWEST,
    NEWEST,
  ]);
});
