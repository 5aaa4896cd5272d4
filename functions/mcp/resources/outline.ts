import { member } from '../../../shared/repository/linked-data/json.ts';
import type { FrameworkView } from '../framework.ts';
import { DATA_NOTICE, nameOf, quote } from '../stored-text.ts';

/** Maximum length of a description in an outline, in characters. */
const MAX_DESCRIPTION = 160;

/** Deeper levels are not indented further. */
const MAX_INDENT = 12;

/** A framework as text: a line per competency, indented below what it narrows; one with several parents is written out once. */
export function outlineOf({ framework, competencies, hierarchy }: FrameworkView): string {
  const { object, id } = framework;
  const byId = new Map(competencies.map((one) => [one.id, one]));
  const lines = [
    `${nameOf(object, id)}, a framework of ${competencies.length} competencies`,
    ...[quote(member(object, 'description'))].filter((text) => text !== ''),
    `id: ${id}`,
    DATA_NOTICE,
    '',
  ];
  const written = new Set<string>();
  const pending = hierarchy.tops.map((top) => ({ at: top, depth: 0 })).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { at, depth } = next;
    const competency = byId.get(at);
    if (competency === undefined) continue;
    const indent = '  '.repeat(Math.min(depth, MAX_INDENT));
    if (written.has(at)) {
      lines.push(`${indent}- ${nameOf(competency.object, at)} (see above)`);
      continue;
    }
    written.add(at);
    const code = quote(member(competency.object, 'ceasn:codedNotation'));
    const description = quote(member(competency.object, 'description'), MAX_DESCRIPTION);
    const parts = [code, nameOf(competency.object, at), description].filter((part) => part !== '');
    lines.push(`${indent}- ${parts.join(' ')} [${at}]`);
    for (const child of hierarchy.children(at).toReversed()) pending.push({ at: child, depth: depth + 1 });
  }
  return `${lines.join('\n')}\n`;
}
