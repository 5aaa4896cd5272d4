import { type Box, type Figure, LINE_HEIGHT, type Line } from './figure.ts';
import { LABEL_HEIGHT } from './layout-types.ts';

const FONT = 'system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif';

/** Files have the colours of the light theme, since they are printed and pasted into documents. */
const INK = '#1b2129';
const QUIET = '#596272';
const PAPER = '#ffffff';

/** Characters that XML 1.0 does not allow. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * A figure as a self-contained SVG file (SVG 1.1), without style sheets, fonts or scripts.
 *
 * @param title its name for screen readers
 * @param description what it shows
 */
export function svgText(figure: Figure, title: string, description: string): string {
  const [width, height] = [Math.ceil(figure.width), Math.ceil(figure.height)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${FONT}" font-size="13">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(description)}</desc>`,
    `<rect width="100%" height="100%" fill="${PAPER}"/>`,
    ...figure.lines.map(lineText),
    ...figure.boxes.map(boxText),
    ...figure.lines.map(labelText),
    '</svg>',
    '',
  ].join('\n');
}

function lineText({ path, head, style }: Line): string {
  const dash = style.dash === null ? '' : ` stroke-dasharray="${style.dash}"`;
  const stroke = (color: string, width: number): string =>
    `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}"${dash}/>`;
  const lines = style.isDouble ? stroke(QUIET, 4.5) + stroke(PAPER, 1.5) : stroke(QUIET, 1.5);
  if (head === null) return lines;
  const fill = style.head === 'hollow' ? PAPER : QUIET;
  return `${lines}<polygon points="${head}" fill="${fill}" stroke="${QUIET}" stroke-width="1.5"/>`;
}

function boxText({ node, x, y, width, height, label }: Box): string {
  const dash = node.isOutside ? ' stroke-dasharray="4 3"' : '';
  const top = y - ((label.lines.length - 1) * LINE_HEIGHT) / 2;
  const lines = label.lines.map(
    (line, i) => `<tspan x="${x}" y="${top + i * LINE_HEIGHT}" dy="0.35em">${escaped(line)}</tspan>`,
  );
  const [left, upper] = [x - width / 2, y - height / 2];
  return `<g><rect x="${left}" y="${upper}" width="${width}" height="${height}" rx="6" fill="${PAPER}" stroke="${INK}"${dash}/><text text-anchor="middle" fill="${INK}">${lines.join('')}</text></g>`;
}

function labelText({ label }: Line): string {
  if (label === null) return '';
  const { text, x, y, width } = label;
  const background = `<rect x="${x - width / 2}" y="${y - LABEL_HEIGHT / 2}" width="${width}" height="${LABEL_HEIGHT}" fill="${PAPER}"/>`;
  return `${background}<text x="${x}" y="${y}" dy="0.35em" text-anchor="middle" font-size="11" fill="${QUIET}">${escaped(text)}</text>`;
}

/** Escapes text for XML. */
function escaped(text: string): string {
  return text.replace(NOT_XML, '\ufffd').replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
