import { xmlText } from './svg.ts';

const LINE_LENGTH = 18;
const MAX_LINES = 5;
const LINE_HEIGHT = 44;

/** A picture of a badge with its name. */
export function generatedSvg(name: string): string {
  const lines = linesOf(name);
  const first = 256 - ((lines.length - 1) * LINE_HEIGHT) / 2;
  const texts = lines.map((line, index) => `<text x="256" y="${first + index * LINE_HEIGHT}">${xmlText(line)}</text>`);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">',
    `<title>${xmlText(name)}</title>`,
    '<circle cx="256" cy="256" r="248" fill="#1f4e79"/>',
    '<circle cx="256" cy="256" r="224" fill="none" stroke="#ffffff" stroke-width="8"/>',
    '<g fill="#ffffff" font-family="sans-serif" font-size="36" text-anchor="middle" dominant-baseline="central">',
    ...texts,
    '</g></svg>',
  ].join('\n');
}

/** The words of a name in short lines; of one that is too long, the beginning. */
function linesOf(name: string): readonly string[] {
  const lines: string[] = [];
  for (const word of name.slice(0, 200).split(/\s+/)) {
    const last = lines.at(-1);
    const part = word.length > LINE_LENGTH ? `${word.slice(0, LINE_LENGTH - 1)}…` : word;
    if (last !== undefined && last.length + part.length < LINE_LENGTH) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(part);
  }
  return lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES - 1), '…'];
}
