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

  describe('of a hierarchy', () => {
    const names = ['whole', ...Array.from({ length: 12 }, (_, i) => `part ${i + 1}`), 'other whole', 'other part'];
    const hierarchy = names.flatMap((name): readonly (readonly [string, string, string])[] => {
      if (name.startsWith('part')) return [[name, 'narrows', 'whole']];
      return name === 'other part' ? [[name, 'narrows', 'other whole']] : [];
    });
    const others = [
      ['part 2', 'requires', 'part 9'],
      ['part 11', 'isEquivalentTo', 'part 1'],
      ['part 3', 'requires', 'other part'],
      ['whole', 'requires', 'other part'],
    ] as const;

    it('has the parts of each layer in the order of the graph, whatever other relations they have', () => {
      const { boxes } = figureOf(graphOf(names, [...others, ...hierarchy.toReversed()]));
      const layers = [...Map.groupBy(boxes, ({ x }) => x)].toSorted(([left], [right]) => left - right);
      expect(
        layers.map(([, layer]) => layer.toSorted((one, other) => one.y - other.y).map(({ node }) => node.id)),
      ).toEqual([['whole', 'other whole'], names.filter((name) => name.includes('part'))]);
    });

    it.each([
      ['left to right', false],
      ['right to left', true],
    ])('has lines of other relations beside the layers, from %s', (_, isRightToLeft) => {
      const { boxes, lines } = figureOf(graphOf(names, [...hierarchy, ...others]), isRightToLeft);
      const sideOf = (id: string): number => {
        const { x, width } = boxes.find(({ node }) => node.id === id) ?? { x: 0, width: 0 };
        return isRightToLeft ? -(x - width / 2) : x + width / 2;
      };
      const label = lines.find(({ source, type }) => source === 'part 2' && type === 'requires')?.label;
      expect((label?.x ?? 0) * (isRightToLeft ? -1 : 1)).toBeGreaterThan(sideOf('part 2'));
    });

    it('has lines that begin and end at the sides of boxes', () => {
      const { boxes, lines } = figureOf(graphOf(names, hierarchy));
      const whole = boxes.find(({ node }) => node.id === 'whole');
      const ends = lines.filter(({ target }) => target === 'whole').map(({ head }) => head?.split(' ')[0]);
      expect(new Set(ends)).toEqual(new Set([`${(whole?.x ?? 0) + (whole?.width ?? 0) / 2},${whole?.y}`]));
    });

    it('has labels that end before the next layer', () => {
      const { boxes, lines } = figureOf(graphOf(names, [...hierarchy, ['whole', 'isEquivalentTo', 'other whole']]));
      const label = lines.find(({ type }) => type === 'isEquivalentTo')?.label;
      const next = boxes.find(({ node }) => node.id === 'part 1');
      expect((label?.x ?? 0) + (label?.width ?? 0) / 2).toBeLessThan((next?.x ?? 0) - (next?.width ?? 0) / 2);
    });
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
    expect(svg.match(/<rect /g), 'the paper, two boxes, and the background of a label').toHaveLength(4);
  });
});
