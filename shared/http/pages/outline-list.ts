import type { OutlineRow } from '../../exchange/surroundings/outline.ts';
import { type Html, html } from '../html.ts';
import { type AddressConfig, pathOf } from './addresses.ts';
import type { Reader } from './reader.ts';

/** Deeper rows are shown at this depth: lists are not nested without limit. */
const MAX_DEPTH = 12;

type Item = { readonly row: OutlineRow; readonly items: Item[] };

/** The rows of an outline as nested lists. */
export function outlineList(rows: readonly OutlineRow[], reader: Reader, config: AddressConfig): Html {
  return listOf(nested(rows), reader, config);
}

/** A row whose parent is not among the rows belongs to the last one above it. */
function nested(rows: readonly OutlineRow[]): readonly Item[] {
  const tops: Item[] = [];
  const open: { readonly depth: number; readonly item: Item }[] = [];
  for (const row of rows) {
    const depth = Math.min(row.depth, MAX_DEPTH);
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const item = { row, items: [] };
    (open.at(-1)?.item.items ?? tops).push(item);
    open.push({ depth, item });
  }
  return tops;
}

function listOf(items: readonly Item[], reader: Reader, config: AddressConfig): Html {
  return html`<ol>${items.map(({ row, items: below }) => {
    const { id, notation, name, isRepeated } = row;
    return html`<li${isRepeated ? html` class="repeated"` : null}><a href="${pathOf(id, config)}">${
      notation === null ? null : html`<span class="notation">${notation}</span> `
    }${reader.name(name)}</a>${below.length === 0 ? null : listOf(below, reader, config)}</li>\n`;
  })}</ol>`;
}
