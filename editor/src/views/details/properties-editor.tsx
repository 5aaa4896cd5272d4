import type { ReactNode } from 'react';
import { useDraft } from '../../app/use-draft.ts';
import { FaultMessage } from '../../app/use-fault.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import { type PropertiesFault, propertiesText, readProperties } from './custom-properties.ts';
import type { Subject } from './subject.ts';

/** All properties of an object as JSON-LD, which becomes a change when it is applied. */
export function PropertiesEditor({
  id,
  object,
  isReadOnly,
  onChangeAll,
}: Pick<Subject, 'id' | 'object' | 'isReadOnly' | 'onChangeAll'>) {
  const { t } = useWords();
  const stored = propertiesText(object);
  const draft = useDraft(`${id} properties`, stored, (text) => {
    const read = readProperties(text, object);
    if ('fault' in read) return faultText(read.fault);
    onChangeAll(read.fields);
    return null;
  });

  function faultText(fault: PropertiesFault): ReactNode {
    switch (fault.kind) {
      case 'syntax':
        return (
          <FaultMessage
            fault={{ text: t('details.json-syntax', { ...fault }), detail: fault.detail, detailLanguage: 'en' }}
          />
        );
      case 'protected':
        return t('details.json-protected', { name: fault.name });
      case 'no-object':
        return t('details.json-no-object');
    }
  }

  return (
    <div className="stack details-json">
      <TextField
        label={t('details.json')}
        description={t('details.json-help')}
        error={draft.error}
        value={draft.text}
        onChange={draft.set}
        isReadOnly={isReadOnly}
        lines={8}
        spellCheck="false"
        dir="ltr"
      />
      {!isReadOnly && (
        <div className="row">
          <Button isDisabled={!draft.isChanged} onPress={draft.finish}>
            {t('details.json-apply')}
          </Button>
          {draft.isChanged && (
            <Button variant="quiet" onPress={draft.discard}>
              {t('details.json-discard')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
