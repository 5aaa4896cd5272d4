/** Makes an element of a page that the editor does not render yet. */
export function element(name: string, className: string, content: readonly (string | Element)[] = []): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...content);
  return made;
}
