/** The style sheet of the pages of objects: for narrow and wide windows, both directions of writing, light and dark. */
export const STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e8eaed);
  --quiet: light-dark(#57606a, #a8b0ba);
  --line: light-dark(#d0d7de, #3a424c);
  --link: light-dark(#0b57a4, #8ab8f5);
  --back: light-dark(#ffffff, #14181d);
  --mild: light-dark(#f3f5f8, #1f252c);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 50rem;
  padding: 1rem;
  color: var(--text);
  background: var(--back);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--link); }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2rem 0 0.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 1.1rem; }
ul, ol { margin: 0; padding-inline-start: 1.25rem; }
li { margin-block: 0.25rem; }
.kind { margin: 0; color: var(--quiet); }
.statement { font-size: 1.1rem; white-space: pre-line; }
.note { padding: 0.5rem 0.75rem; background: var(--mild); border-inline-start: 3px solid var(--link); }
.action { display: inline-block; padding: 0.4rem 0.8rem; border: 1px solid var(--link); border-radius: 0.3rem; text-decoration: none; }
.notation { color: var(--quiet); font-variant-numeric: tabular-nums; }
.path, .row { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; list-style: none; }
.path li + li::before { content: "/"; margin-inline-end: 1rem; color: var(--quiet); }
.outline ol { list-style: none; padding-inline-start: 1rem; border-inline-start: 1px solid var(--line); }
.outline > ol { padding: 0; border: 0; }
.repeated > a { color: var(--quiet); }
dl { display: grid; gap: 0.5rem; margin: 0; }
dl > div { display: grid; grid-template-columns: minmax(7rem, 1fr) 3fr; gap: 0.5rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
dd ul { padding: 0; list-style: none; }
code { font-size: 0.85em; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
@media (max-width: 30rem) {
  dl > div { grid-template-columns: 1fr; gap: 0; }
}
@media print {
  .action, footer, nav { display: none; }
}
`;
