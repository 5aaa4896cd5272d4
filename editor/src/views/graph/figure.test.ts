import { describe, expect, it } from 'vitest';
import { drawFigure, measure, type Texts } from './figure.ts';
import { wrapLabel } from './label-lines.ts';
import { placeGraph } from './layout.ts';
import type { GraphNode, RelationGraph } from './relation-graph.ts';
import { svgText } from './svg-text.ts';

const texts: Texts = { nameOf: ({ name }) => name ?? '', words: (type) => `~${type}` };

function graphOf(names: readonly string[], edges: readonly (readonly [string, string, string])[]): RelationGraph {
  const node = (id: string): GraphNode => ({ id, name: id, notation: null, isOutside: false });
  return {
    nodes: new Map(names.map((name) => [name, node(name)])),
    edges: edges.map(([source, type, target], i) => ({ id: `e${i}`, source, type, target })),
  };
}

function figureOf(graph: RelationGraph, isRightToLeft = false) {
  return drawFigure(graph, placeGraph(measure(graph, texts, isRightToLeft)), texts);
}

describe('the figure of a graph', () => {
  it('places wholes before their parts in the direction of reading', () => {
    const graph = graphOf(['part', 'whole'], [['part', 'narrows', 'whole']]);
    const xOf = (isRightToLeft: boolean, id: string) =>
      figureOf(graph, isRightToLeft).boxes.find(({ node }) => node.id === id)?.x ?? Number.NaN;
    expect(xOf(false, 'whole')).toBeLessThan(xOf(false, 'part'));
    expect(xOf(true, 'whole')).toBeGreaterThan(xOf(true, 'part'));
  });

  it('tells types apart by line and words, and has no arrowhead where both directions mean the same', () => {
    const { lines } = figureOf(
      graphOf(
        ['a', 'b'],
        [
          ['a', 'narrows', 'b'],
          ['a', 'isEquivalentTo', 'b'],
          ['a', 'requires', 'b'],
          ['a', 'x', 'b'],
        ],
      ),
    );
    expect(new Set(lines.map(({ style }) => JSON.stringify(style))).size).toBe(4);
    expect(lines.map(({ label }) => label?.text)).toEqual(['~narrows', '~isEquivalentTo', '~requires', '~x']);
    expect(lines.map(({ head }) => head !== null)).toEqual([true, false, true, true]);
  });

  it('does not let boxes overlap', () => {
    const names = Array.from({ length: 40 }, (_, i) => `n${i}`);
    const { boxes } = figureOf(
      graphOf(
        names,
        names.slice(1).map((name, i) => [name, 'narrows', `n${i >> 2}`]),
      ),
    );
    for (const [i, one] of boxes.entries()) {
      for (const other of boxes.slice(i + 1)) {
        const apart =
          Math.abs(one.x - other.x) >= (one.width + other.width) / 2 ||
          Math.abs(one.y - other.y) >= (one.height + other.height) / 2;
        expect(apart, `${one.node.id} and ${other.node.id}`).toBe(true);
      }
    }
  });

  it('can be drawn for cycles, for parts without relations, and for an empty graph', () => {
    expect(
      figureOf(
        graphOf(
          ['a', 'b', 'c'],
          [
            ['a', 'narrows', 'b'],
            ['b', 'narrows', 'a'],
          ],
        ),
      ).boxes,
    ).toHaveLength(3);
    expect(figureOf(graphOf([], []))).toMatchObject({ boxes: [], lines: [], width: 0 });
  });
});

describe('the text of a box', () => {
  it('is broken between words, and ends with an ellipsis', () => {
    expect(wrapLabel('Mend a punctured inner tube at the roadside').lines).toEqual([
      'Mend a punctured inner tube',
      'at the roadside',
    ]);
    const long = wrapLabel('word '.repeat(60));
    expect(long).toMatchObject({ isCut: true });
    expect(long.lines).toHaveLength(3);
    expect(long.lines.at(-1)).toMatch(/…$/);
  });

  it('is broken within words that are longer than a line, and where characters are wide', () => {
    expect(wrapLabel('x'.repeat(60)).lines.map(({ length }) => length)).toEqual([27, 27, 6]);
    expect(wrapLabel('学'.repeat(20)).lines.map(({ length }) => length)).toEqual([13, 7]);
  });
});

describe('an SVG file', () => {
  it('contains texts as text, and no character that XML does not allow', () => {
    const svg = svgText(
      figureOf(graphOf(['<script>&"\u0001', 'b'], [['b', 'narrows', '<script>&"\u0001']])),
      'A & B',
      'x',
    );
    expect(svg).toContain('<title>A &#38; B</title>');
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('\u0001');
    expect(svg.match(/<rect /g)).toHaveLength(3);
  });
});
