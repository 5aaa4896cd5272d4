import type { Json } from '../../../../shared/repository/linked-data/json.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf } from '../../outline/state.ts';
import { isProgression } from '../../schemes/concept-links.ts';
import { memberFor } from '../../schemes/edit-scheme.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/fields.tsx';
import { languagesOf } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { MemberField } from '../details/field.tsx';
import type { Field } from '../details/fields.ts';
import { LanguageEditor } from '../details/language-editor.tsx';
import { type Concepts, LABEL } from './use-concepts.ts';
import '../details/details.css';

const NOTATION: Field = { name: 'skos:notation', word: 'notation', kind: 'line' };
const OTHER_NAMES: Field = { name: 'skos:altLabel', word: 'other-names', kind: 'lines' };

type Props = { readonly document: FrameworkDocument; readonly concepts: Concepts; readonly canChange: boolean };

/** The texts of the chosen concept, or of the vocabulary. */
export function SchemeDetails({ document, concepts, canChange }: Props) {
  const { t } = useWords();
  const { state, chosen, choose } = concepts;
  const scheme = frameworkOf(state);
  const id = chosen ?? state.frameworkId;
  const object = state.objects.get(id) ?? scheme;
  const languages = languagesOf(scheme, memberFor(scheme, 'name'));
  const isReadOnly = !canChange;
  const onChange = (name: string, value: Json): void => {
    document.run({ kind: 'edit', id, fields: { [name]: value } });
  };
  const shared = { id, object, languages, isReadOnly, onChange };
  const subject = { id, object, state, isReadOnly, onChange };
  const title = t(chosen === null ? 'schemes.of-scheme' : 'schemes.of-concept');
  return (
    <section className="card stack details-panel-text scheme-details" aria-label={title}>
      <div className="row row-between">
        <h2 className="details-heading">{title}</h2>
        {chosen !== null && <Button onPress={() => choose(null)}>{t('schemes.to-scheme')}</Button>}
      </div>
      <LanguageEditor
        {...shared}
        key={`${id} name`}
        label={t('details.name')}
        name={chosen === null ? memberFor(object, 'name') : LABEL}
        required={t('details.name-missing')}
        lines={2}
      />
      <LanguageEditor
        {...shared}
        key={`${id} description`}
        label={t(chosen === null ? 'details.description' : 'schemes.definition')}
        name={chosen === null ? memberFor(object, 'description') : 'skos:definition'}
        lines={3}
      />
      <MemberField key={`${id} notation`} field={NOTATION} subject={subject} />
      {chosen !== null && <MemberField key={`${id} names`} field={OTHER_NAMES} subject={subject} />}
      {chosen === null && (
        <div>
          <Switch isSelected={isProgression(scheme)} onChange={concepts.setProgression} isDisabled={isReadOnly}>
            {t('schemes.is-progression')}
          </Switch>
          <p className="field-description">{t('schemes.is-progression-help')}</p>
        </div>
      )}
    </section>
  );
}
