import * as z from 'zod/mini';

/** The height of a relation's label, in pixels. */
export const LABEL_HEIGHT = 16;

const pointSchema = z.object({ x: z.number(), y: z.number() });
const placedNode = z.object({ id: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** The positions of nodes (their centres) and lines, in pixels. */
export const layoutSchema = z.object({
  width: z.number(),
  height: z.number(),
  nodes: z.array(placedNode),
  edges: z.array(z.object({ id: z.string(), points: z.array(pointSchema) })),
});

export type Layout = z.infer<typeof layoutSchema>;
export type PlacedNode = z.infer<typeof placedNode>;
export type Point = z.infer<typeof pointSchema>;

export const layoutInputSchema = z.object({
  nodes: z.array(z.object({ id: z.string(), width: z.number(), height: z.number() })),
  /** `labelWidth` is 0 for lines without a label. */
  edges: z.array(
    z.object({
      id: z.string(),
      first: z.string(),
      second: z.string(),
      labelWidth: z.number(),
      isHierarchy: z.boolean(),
    }),
  ),
  isRightToLeft: z.boolean(),
});

/** The nodes, in the order that they have in each layer, and the edges to place: `first` comes before `second` in the direction of reading. */
export type LayoutInput = z.infer<typeof layoutInputSchema>;
