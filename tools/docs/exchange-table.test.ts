import { expect, test } from 'vitest';
import { CONTENTS, frameworkOf } from '../../test/support/exchange-contents.ts';
import { committedExchangeTable, exchangeTable } from './exchange-table.ts';

test('docs/use/exchange.md says what survives; otherwise run npm run docs:exchange', async () => {
  expect(committedExchangeTable()).toBe(await exchangeTable());
});

test.each(CONTENTS)('the framework that the table is made from has $name', ({ isKept }) => {
  expect(isKept(frameworkOf())).toBe(true);
  const { root } = frameworkOf();
  expect(
    isKept({ root: { ...root, properties: new Map() }, memberIds: [], members: [], relations: [], definitions: [] }),
  ).toBe(false);
});
