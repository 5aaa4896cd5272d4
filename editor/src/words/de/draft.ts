import type * as en from '../en/draft.ts';
import type { TranslationOf } from '../translation.ts';

/** A draft of a language model, in German. */
export const draft: TranslationOf<typeof en.draft> = {
  'draft.title': 'Einen ersten Entwurf schreiben lassen',
  'draft.help':
    'Das Sprachmodell {model} schreibt einen ersten Entwurf, und Sie behalten, was gut daran ist. Thema und Text werden ihm gesendet. Lesen Sie seinen Entwurf wie den eines Fremden.',
  'draft.topic': 'Thema',
  'draft.text': 'Text als Grundlage',
  'draft.text-help':
    'Zum Beispiel eine Stellenbeschreibung oder ein Lehrplan, bis zu 200.000 Zeichen. Kann leer bleiben.',
  'draft.depth': 'Ebenen',
  'draft.start': 'Entwerfen',
  'draft.key': 'Das Sprachmodell ist für Menschen mit einem eigenen Schlüssel, der in diesem Browser erzeugt wird.',
  'draft.running': {
    one: 'Entwurf läuft: bisher {count} Kompetenz',
    other: 'Entwurf läuft: bisher {count} Kompetenzen',
  },
  'draft.stop': 'Anhalten und Vorhandenes behalten',
  'draft.over': 'Der Entwurf ist beendet.',
  'draft.outline': 'Der Entwurf',
  'draft.choose': 'Wählen Sie ab, was Sie nicht möchten, samt allem, was darunter steht.',
  'draft.source': 'Aus dem Text: „{sentence}“',
};
