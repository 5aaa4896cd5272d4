import type * as en from '../en/sharing.ts';
import type { TranslationOf } from '../translation.ts';

/** Access to a framework, in German. */
export const sharing: TranslationOf<typeof en.sharing> = {
  'views.sharing': 'Freigabe',
  'sharing.title': 'Wer „{name}“ lesen und ändern darf',
  'sharing.read': 'Wer darf es lesen?',
  'sharing.read-public': 'Alle',
  'sharing.read-private': 'Nur die Personen unten',
  'sharing.public-means':
    'Alle, die diesen Dienst erreichen, können es finden und alles darin lesen, ohne sich anzumelden.',
  'sharing.private-means':
    'Alles darin wird in diesem Browser verschlüsselt. Nur die Personen unten können es lesen, nicht einmal der Dienst.',
  'sharing.people': 'Personen',
  'sharing.person': 'Person oder Gruppe',
  'sharing.role': 'Darf',
  'sharing.role-of': 'Zugriff von {name}',
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
  'sharing.apply': 'Speichern…',
  'sharing.no-owner': 'Was nicht öffentlich ist, braucht jemanden, der es ändern darf.',
  'sharing.confirm-title': 'Zugriff ändern?',
  'sharing.confirm': 'Speichern',
  'sharing.confirm-parts': {
    one: 'Das gilt für das Rahmenwerk und {count} Kompetenz.',
    other: 'Das gilt für das Rahmenwerk und seine {count} Kompetenzen.',
  },
  'sharing.confirm-terms': {
    one: 'Das gilt für das Vokabular und {count} Begriff.',
    other: 'Das gilt für das Vokabular und seine {count} Begriffe.',
  },
  'sharing.confirm-comments':
    'Ihre Kommentare ändern sich mit. Die anderer folgen, sobald ihre Verfasser es wieder öffnen; keiner davon wird öffentlich.',
  'sharing.confirm-publish':
    'Alles darin wird öffentlich: Alle können es lesen, kopieren und Kopien für immer behalten.',
  'sharing.confirm-hide':
    'Es ist von jetzt an verschlüsselt. Frühere Versionen bleiben, wie sie sind: Was öffentlich war, bleibt im Verlauf lesbar, und in Kopien, die andere gemacht haben.',
  'sharing.confirm-leave':
    'Sie geben Ihr eigenes Recht auf, es zu ändern. Nur die Verbleibenden können es Ihnen zurückgeben.',
  'sharing.confirm-anyone': 'Es wird niemandem gehören: Alle dürfen es ändern oder löschen.',
  'sharing.progress': 'Der Zugriff wird geändert',
  'sharing.done': 'Der Zugriff ist geändert.',
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
  'sharing.read-only': 'Nur seine Besitzer können den Zugriff ändern.',
};
