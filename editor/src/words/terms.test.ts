import { expect, it } from 'vitest';
import { translation as ar } from './ar.ts';
import { translation as de } from './de.ts';
import { en } from './en.ts';
import { translation as es } from './es.ts';
import { translation as fr } from './fr.ts';
import type { Message, Translation } from './translation.ts';

/**
 * The terms of the editor: whatever calls a thing by its English term calls it by this term in the other languages. Each is the part
 * that all forms of the word share; several are forms that differ. For translators: the reasons are the usage of CASE and CTDL in
 * English, and of national frameworks of qualifications in the others.
 */
const TERMS: readonly Readonly<Record<'en' | 'de' | 'es' | 'fr' | 'ar', string>>[] = [
  { en: 'competenc', de: 'kompetenz', es: 'competencia', fr: 'compétence', ar: 'كفاء' },
  { en: 'framework', de: 'rahmenwerk', es: 'marco', fr: 'référentiel', ar: 'إطار|أطر' },
  { en: 'learner(?! record)', de: 'lernende', es: 'estudiante', fr: 'apprenant', ar: 'متعلم' },
  { en: 'owner', de: 'besitz|gehör', es: 'propietari', fr: 'propriétaire', ar: 'مالك' },
  { en: 'key(?! moves|s move)s?\\b', de: 'schlüssel', es: 'clave', fr: 'clé', ar: 'مفتاح|مفاتيح' },
  { en: 'account', de: 'konto|konten', es: 'cuenta', fr: 'compte', ar: 'حساب' },
  { en: 'passphrase', de: 'passphrase', es: 'frase de paso|contraseña', fr: 'phrase', ar: 'عبارة' },
  { en: 'badge', de: 'badge', es: 'insignia', fr: 'badge', ar: 'شار' },
  { en: 'evidence', de: 'beleg', es: 'evidencia', fr: 'preuve', ar: 'دليل|أدلة' },
  { en: 'levels? of|a level|this level', de: 'stufe|ebene', es: 'nivel', fr: 'niveau', ar: 'مستو|مراحل' },
  { en: 'relations?\\b', de: 'beziehung', es: 'relaci', fr: 'relation', ar: 'علاق' },
  { en: 'private\\b', de: 'privat', es: 'privad', fr: 'privé', ar: 'خاص' },
];

/** The forms of a text, without the places of values and without the signs that Arabic may leave out. */
function formsOf(message: Message): string {
  const forms = typeof message === 'string' ? [message] : Object.values(message);
  return forms
    .join(' ')
    .replace(/\{\w+\}/g, '')
    .replace(/[\u064b-\u0652]/g, '')
    .toLowerCase();
}

it.each([
  ['de', de],
  ['es', es],
  ['fr', fr],
  ['ar', ar],
] as const)('a thing has the same name in all texts: %s', (language, translation: Translation) => {
  const others = new Map<string, Message>(Object.entries(translation));
  const differing = Object.entries<Message>(en).flatMap(([key, english]) =>
    TERMS.filter((term) => new RegExp(`\\b(?:${term.en})`).test(formsOf(english)))
      .filter((term) => !new RegExp(term[language]).test(formsOf(others.get(key) ?? '')))
      .map((term) => `${key}: ${term.en}, ${term[language]}`),
  );
  expect(differing).toEqual([]);
});
