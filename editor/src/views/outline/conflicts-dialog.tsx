import { bestText, valuesOf } from '../../../../shared/exchange/frameworks/values.ts';
import type { Json, JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { useSnapshot } from './use-document.ts';

/** Shows what the person and others changed at the same time, side by side, and lets the person decide. */
export function ConflictsDialog({
  document,
  onClose,
}: {
  readonly document: FrameworkDocument;
  readonly onClose: () => void;
}) {
  const { t, language } = useWords();
  const { save, state } = useSnapshot(document);
  const shown = (value: Json | undefined): string =>
    value === undefined ? t('save.none') : (bestText(valuesOf(value, true), language) ?? JSON.stringify(value));
  return (
    <Dialog title={t('save.conflicts-title')} isOpen onClose={onClose} isWide>
      {save.conflicts.map(({ id, fields, theirs }) => {
        const object = state.objects.get(id) ?? theirs;
        const name = (object && nameOf(object, language)) ?? t('outline.unnamed');
        const choices = (member: string | null) => (
          <div className="row">
            {(['mine', 'theirs'] as const).map((choice) => (
              <Button key={choice} onPress={() => document.resolve(id, choice, member)}>
                {t('save.keep')}: {t(`save.${choice}`)}
              </Button>
            ))}
          </div>
        );
        return (
          <section key={id} className="card stack">
            {theirs === null && <p>{t('save.deleted-by-others')}</p>}
            {fields.map(({ member: field, mine, theirs: other, base }) => (
              <div key={field} className="stack">
                <h3>{t('save.conflict-of', { name, field })}</h3>
                <dl className="conflict">
                  <dt>{t('save.mine')}</dt>
                  <dd>{shown(mine)}</dd>
                  <dt>{t('save.theirs')}</dt>
                  <dd>{shown(other)}</dd>
                  <dt>{t('save.base')}</dt>
                  <dd className="quiet">{shown(base)}</dd>
                </dl>
                {theirs !== null && choices(field)}
              </div>
            ))}
            {theirs === null && choices(null)}
          </section>
        );
      })}
    </Dialog>
  );
}

/** The name of a competency, or of a concept. */
function nameOf(object: JsonObject, language: string): string | null {
  return textIn(object, 'name', language) ?? textIn(object, 'skos:prefLabel', language);
}
