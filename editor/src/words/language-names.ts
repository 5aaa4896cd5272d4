/** Languages that are offered by name; every other one can be entered by its tag. */
const OFFERED =
  'ar bg bn ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km ko lt lv mk ml mn mr ms mt my nb ne nl nn pa pl pt pt-BR ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh zh-Hant'.split(
    ' ',
  );

/** The name of a language in the person's language; the tag itself if it has no name. */
export function languageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag;
  } catch (error) {
    if (error instanceof RangeError) return tag; // not a well-formed tag
    throw error;
  }
}

/** The languages that match a typed name or tag, first those whose name begins with it. */
export function languagesLike(
  text: string,
  language: string,
): readonly { readonly id: string; readonly label: string }[] {
  const wanted = text.trim().toLocaleLowerCase(language);
  const named = OFFERED.map((id) => ({ id, label: languageName(id, language) }));
  const fits = named.filter(({ id, label }) => {
    const own = languageName(id, id).toLocaleLowerCase(id);
    return label.toLocaleLowerCase(language).includes(wanted) || own.includes(wanted) || id.toLowerCase() === wanted;
  });
  const typed =
    fits.length === 0 && isTag(wanted) ? [{ id: text.trim(), label: languageName(text.trim(), language) }] : [];
  return [...fits.sort((a, b) => a.label.localeCompare(b.label, language)), ...typed];
}

function isTag(text: string): boolean {
  try {
    return text !== '' && Intl.getCanonicalLocales(text).length === 1;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
