import type { en } from './en.ts';

/** The key of a text of the editor. English defines them. */
export type WordKey = keyof typeof en;

/** A text, or one for each plural category of the language that it has a form for (CLDR). `{name}` stands for a value. */
export type Message = string | ({ readonly [category in Intl.LDMLPluralRule]?: string } & { readonly other: string });

/** The same texts in another language. */
export type TranslationOf<Texts> = { readonly [key in keyof Texts]: Message };

/** All texts in one language. */
export type Translation = TranslationOf<typeof en>;
