/** Outlines of the icons in a square of 24 units. */
const PATHS = {
  add: 'M12 5v14M5 12h14',
  alert: 'M12 4 2.5 20h19L12 4ZM12 10v4M12 17.2v.1',
  back: 'M19 12H5m6-6-6 6 6 6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron: 'm9 6 6 6-6 6',
  'chevron-down': 'm6 9 6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  delete: 'M4 7h16M10 4h4M6 7l1 13h10l1-13M10 11v5M14 11v5',
  download: 'M12 4v11m-5-5 5 5 5-5M4 20h16',
  drag: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  edit: 'M4 20h4L19 9l-4-4L4 16v4ZM13 7l4 4',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  framework: 'M4 5h16M4 12h10M4 19h13M19 12h1',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  graph:
    'M6 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM18 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM9 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM7 8l1.5 8M8 6.5l8 1.2M10.6 16.8 16.6 9.4',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8M4 4v4h4M12 8v4l3 2',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5M12 8v.1',
  key: 'M14.5 9.5a4.5 4.5 0 1 0-3.9 4.46L13 16.4h2.5v2.5H18V21h3v-3.5l-6.8-6.8c.2-.4.3-.8.3-1.2ZM8 8.5h.01',
  language: 'M4 6h10M9 4v2M12 6c0 4-3 7-7 9M6 9c1 3 4 5 7 6M12 20l4-9 4 9M13.5 17h5',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  menu: 'M4 6h16M4 12h16M4 18h16',
  minus: 'M5 12h14',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18 13.7a6.5 6.5 0 0 1 3.5 6.3',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 21a7.5 7.5 0 0 1 15 0',
  redo: 'm15 5 5 5-5 5M20 10H9a5 5 0 0 0 0 10h4',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 21 21',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  share: 'M12 15V4m-4 4 4-4 4 4M5 12v8h14v-8',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  undo: 'M9 5 4 10l5 5M4 10h11a5 5 0 0 1 0 10h-4',
  upload: 'M12 15V4m-5 5 5-5 5 5M4 20h16',
} as const;

/** The icons that point along the line of text, and are mirrored where text runs from right to left. */
const DIRECTIONAL: ReadonlySet<string> = new Set(['back', 'chevron', 'external', 'redo', 'undo']);

export type IconName = keyof typeof PATHS;

/** A picture beside words that say the same: screen readers do not read it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={`icon ${DIRECTIONAL.has(name) ? 'icon-directional' : ''}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
