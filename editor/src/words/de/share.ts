import type * as en from '../en/share.ts';
import type { TranslationOf } from '../translation.ts';

/** Shared records of learners, in German. */
export const share: TranslationOf<typeof en.share> = {
  'share.one': '„{name}“ teilen',
  'share.all': 'Teilen…',
  'share.title-one': 'Eintrag teilen',
  'share.title-all': 'Profil teilen',
  'share.mine': {
    one: '{count} Eintrag können Sie teilen.',
    other: '{count} Einträge können Sie teilen.',
  },
  'share.others': {
    one: '{count} Eintrag gehört einer anderen Person, die allein ihn teilen kann: {names}',
    other: '{count} Einträge gehören anderen, die allein sie teilen können: {names}',
  },
  'share.private-framework':
    'Das Rahmenwerk ist nicht öffentlich: Wer es nicht lesen darf, sieht keine Namen von Kompetenzen.',
  'share.with-person': 'Mit einer Person',
  'share.with': 'Mit {name} teilen',
  'share.shared-with': '{name} kann es jetzt lesen.',
  'share.readers': 'Wer es lesen kann',
  'share.remove': '{name} darf es nicht mehr lesen',
  'share.by-link': 'Mit einem Link',
  'share.link-name': 'Wofür ist der Link?',
  'share.link-name-missing': 'Geben Sie ein, wofür er ist, um ihn wiederzufinden.',
  'share.link-ends': 'Letzter Tag',
  'share.link-ends-wrong': 'Wählen Sie einen Tag, der nicht vorbei ist.',
  'share.link-make': 'Link erzeugen',
  'share.link-made': 'Wer diesen Link hat, kann es ohne Anmeldung lesen:',
  'share.link-copy': 'Link kopieren',
  'share.link-how':
    'Er zeigt, was jetzt erfasst ist. Wenn der Link endet, wird sein Schlüssel aus den Einträgen entfernt. Das macht nicht ungeschehen, was gesehen oder gespeichert wurde, und wer den Link behalten hat, kann die früheren Versionen im Verlauf noch lesen. Nach dem letzten Tag zeigt die Seite nichts mehr; der Schlüssel selbst wird entfernt, wenn Sie diese Seite das nächste Mal öffnen.',
  'share.refused': {
    one: '{count} Eintrag konnte nicht geändert werden.',
    other: '{count} Einträge konnten nicht geändert werden.',
  },
  'share.links': 'Links',
  'share.links-text': 'Wer einen dieser Links hat, liest die Einträge, bis er endet.',
  'share.link-records': {
    one: '{count} Eintrag, bis {date}',
    other: '{count} Einträge, bis {date}',
  },
  'share.link-end-of': 'Link „{name}“ beenden',
  'share.link-ended': 'Der Link „{name}“ ist beendet.',
  'share.page-ended-title': 'Dieser Link ist beendet',
  'share.page-ended': 'Bitten Sie die Person, von der Sie ihn haben, um einen neuen.',
  'share.page-until': 'Zu sehen für alle, die diesen Link haben, bis {date}.',
  'share.page-none': 'Die Einträge dieses Links wurden zurückgezogen.',
  'download.open': 'Herunterladen…',
  'download.title': 'Einträge von {name} herunterladen',
  'download.how':
    'Der Dienst signiert, was als Badge veröffentlicht ist, und sonst nichts: Andere Programme könnten den Rest nicht prüfen. Damit ein Eintrag in den Dateien ist, erfassen Sie ihn mit „Auch als Badge veröffentlichen“.',
  'download.count': {
    one: '{count} von {all} Einträgen ist ein Badge.',
    other: '{count} von {all} Einträgen sind Badges.',
  },
  'download.clr': 'Lernnachweis (CLR 2.0)',
  'download.clr-text': 'Alle Badges in diesem Rahmenwerk, die Sie lesen dürfen, als eine signierte Datei.',
  'download.badges': 'Badges (Open Badges 3.0)',
  'download.badges-text': 'Jeder Badge als signierter Nachweis, in einer Datei.',
  'download.left-out': {
    one: '{count} Badge fehlt: Der Dienst veröffentlicht ihn nicht.',
    other: '{count} Badges fehlen: Der Dienst veröffentlicht sie nicht.',
  },
  'download.none': 'Der Dienst veröffentlicht keinen dieser Badges.',
};
