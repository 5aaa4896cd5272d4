/** The types of alignments, as they are stored; `broadens` is `narrows` in the other direction. */
export const ALIGNMENT_TYPES = ['isEquivalentTo', 'narrows', 'broadens', 'requires', 'isRelatedTo'] as const;
export type AlignmentType = (typeof ALIGNMENT_TYPES)[number];
