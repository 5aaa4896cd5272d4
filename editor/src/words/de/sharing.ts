import type * as en from '../en/sharing.ts';
import type { TranslationOf } from '../translation.ts';

/** Access to a framework, in German. */
export const sharing: TranslationOf<typeof en.sharing> = {
  'views.sharing': 'Freigabe',
  'sharing.title': 'Wer „{name}“ lesen und ändern darf',
  'sharing.back': 'Zurück zum Rahmenwerk',
  'sharing.read': 'Wer darf es lesen?',
  'sharing.read-public': 'Alle',
  'sharing.read-private': 'Nur die Personen unten',
  'sharing.public-means':
    'Alle, die diesen Dienst erreichen, können das Rahmenwerk und all seine Kompetenzen finden und lesen, ohne sich anzumelden.',
  'sharing.private-means':
    'Das Rahmenwerk, seine Kompetenzen und was sie verbindet, werden in diesem Browser verschlüsselt. Nur die Personen unten können sie lesen; nicht einmal der Dienst kann es.',
  'sharing.people': 'Personen',
  'sharing.person': 'Person oder Gruppe',
  'sharing.role': 'Darf',
  'sharing.role-of': 'Was {name} darf',
  'sharing.owner': 'Lesen und ändern',
  'sharing.reader': 'Lesen',
  'sharing.remove': '{name} entfernen',
  'sharing.you': 'Sie',
  'sharing.unknown': 'Jemand mit dem Schlüssel {key}',
  'sharing.group': 'Gruppe',
  'sharing.nobody': 'Es gehört niemandem: Alle dürfen es ändern.',
  'sharing.add': 'Person oder Gruppe hinzufügen',
  'sharing.add-help':
    'Geben Sie einen Namen ein, oder fügen Sie einen Kontaktlink, den Text einer Kontaktdatei oder einen öffentlichen Schlüssel ein.',
  'sharing.add-empty': 'Niemand gefunden. Bitten Sie um den Kontaktlink.',
  'sharing.readers-public': 'Wer nur lesen darf, muss nicht genannt werden, denn lesen dürfen es alle.',
  'sharing.apply': 'Zugriff ändern…',
  'sharing.no-owner': 'Ein nicht öffentliches Rahmenwerk braucht jemanden, der es ändern darf.',
  'sharing.confirm-title': 'Zugriff ändern?',
  'sharing.confirm': 'Ändern',
  'sharing.confirm-parts': { one: 'Das gilt für {count} Teil.', other: 'Das gilt für {count} Teile.' },
  'sharing.confirm-publish':
    'Alles darin wird öffentlich: Alle können es lesen, kopieren und Kopien für immer behalten.',
  'sharing.confirm-hide':
    'Es ist von jetzt an verschlüsselt. Frühere Versionen bleiben, wie sie sind: Was öffentlich war, bleibt im Verlauf lesbar, und in Kopien, die andere gemacht haben.',
  'sharing.confirm-leave':
    'Sie geben Ihr eigenes Recht auf, es zu ändern. Nur die Verbleibenden können es Ihnen zurückgeben.',
  'sharing.confirm-anyone': 'Es wird niemandem gehören: Alle dürfen es ändern oder löschen.',
  'sharing.progress': 'Der Zugriff wird geändert',
  'sharing.done': 'Der Zugriff wurde geändert.',
  'sharing.unfinished': {
    one: 'Eine Änderung des Zugriffs ist nicht abgeschlossen: {count} Teil ist noch unverändert.',
    other: 'Eine Änderung des Zugriffs ist nicht abgeschlossen: {count} Teile sind noch unverändert.',
  },
  'sharing.go-on': 'Fortsetzen',
  'sharing.refused': {
    one: '{count} Teil konnte nicht geändert werden:',
    other: '{count} Teile konnten nicht geändert werden:',
  },
  'sharing.refused-hidden': 'Vor Ihnen verborgen, gelöscht oder anderswo gespeichert.',
  'sharing.refused-conflict': 'Andere haben währenddessen immer wieder etwas daran geändert.',
  'sharing.read-only': 'Nur wer das Rahmenwerk ändern darf, kann den Zugriff ändern.',
};
