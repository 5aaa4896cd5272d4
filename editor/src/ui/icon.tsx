import { ICON_PATHS } from './icon-paths.ts';

/** The icons that point along the line of text, and are mirrored where text runs from right to left. */
const DIRECTIONAL: ReadonlySet<string> = new Set(['back', 'chevron', 'external', 'redo', 'undo']);

export type IconName = keyof typeof ICON_PATHS;

/** Decorative icon next to equivalent text; hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={`icon ${DIRECTIONAL.has(name) ? 'icon-directional' : ''}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
