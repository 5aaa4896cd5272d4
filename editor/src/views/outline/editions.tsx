import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { useFaultText } from '../../app/use-fault.tsx';
import { useVault } from '../../app/use-vault.ts';
import { useWriter } from '../../app/use-writer.ts';
import { editionLinks } from '../../editions/edition-links.ts';
import { fieldsOfState, stateOf } from '../../editions/publication-state.ts';
import { setFields } from '../../outline/new-object.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { useCanChange } from './use-can-change.ts';

type EditionsProps = { readonly framework: JsonObject; readonly frameworkId: string };

/** The editions before and after a framework, if it names them and the person may read them. */
export function Editions({ framework, frameworkId }: EditionsProps) {
  const { previous, next } = editionLinks(framework, frameworkId);
  const isDeprecated = stateOf(framework)?.state === 'deprecated';
  return (
    <>
      {previous !== null && <PreviousEdition id={previous} isReplaced={stateOf(framework)?.state === 'published'} />}
      {next !== null && <NextEdition id={next} isDeprecated={isDeprecated} />}
    </>
  );
}

function NextEdition({ id, isDeprecated }: { readonly id: string; readonly isDeprecated: boolean }) {
  const { data: edition } = useEdition(id);
  if (!edition) return null;
  return (
    <Banner>
      <EditionText
        word={isDeprecated ? 'edition.replaced-by' : 'edition.followed-by'}
        id={id}
        object={edition.object}
      />
    </Banner>
  );
}

/** @param isReplaced the edition that names this one is published: this one can be deprecated from there */
function PreviousEdition({ id, isReplaced }: { readonly id: string; readonly isReplaced: boolean }) {
  const { t, language } = useWords();
  const { toasts } = useEditor();
  const service = useWriter('outline');
  const vault = useVault();
  const queries = useQueryClient();
  const faultText = useFaultText();
  const text = useRef<HTMLSpanElement>(null);
  const [isPending, setPending] = useState(false);
  const { data: edition } = useEdition(id);
  const mayChange = useCanChange(edition?.object ?? {});
  if (!edition) return null;
  const { object, stored, etag } = edition;
  const canDeprecate = isReplaced && mayChange && etag !== null && stateOf(object)?.state !== 'deprecated';

  async function deprecate(condition: { readonly etag: string }): Promise<void> {
    setPending(true);
    try {
      const changed = { ...object };
      setFields(changed, fieldsOfState(object, 'deprecated'));
      await service.save(id, await vault.seal(changed, stored), condition);
      text.current?.querySelector('a')?.focus(); // the button goes
      showToast(toasts, {
        text: t('edition.deprecated', { name: textIn(object, 'name', language) ?? t('outline.unnamed') }),
      });
    } catch (error) {
      showToast(toasts, { text: faultText(error) });
    } finally {
      setPending(false);
      await queries.invalidateQueries({ queryKey: ['edition', id] });
      await queries.invalidateQueries({ queryKey: ['frameworks'] });
    }
  }

  return (
    <Banner
      actions={
        canDeprecate && (
          <Button isPending={isPending} onPress={() => void deprecate({ etag })}>
            {t('edition.deprecate')}
          </Button>
        )
      }
    >
      <span ref={text}>
        <EditionText word="edition.of" id={id} object={object} />
      </span>
    </Banner>
  );
}

type TextProps = {
  readonly word: 'edition.of' | 'edition.replaced-by' | 'edition.followed-by';
  readonly id: string;
  readonly object: JsonObject;
};

/** A sentence with the name of an edition as a link. */
function EditionText({ word, id, object }: TextProps): ReactNode {
  const { t, parts, language } = useWords();
  const name = textIn(object, 'name', language) ?? t('outline.unnamed');
  return parts(word, { name }).map(({ text, isValue }) =>
    isValue ? (
      <Link key="name" href={frameworkPath(id)}>
        <bdi>{text}</bdi>
      </Link>
    ) : (
      <Fragment key={text}>{text}</Fragment>
    ),
  );
}

/** An edition as it is stored now; null: it is gone, hidden or elsewhere. */
function useEdition(id: string) {
  const { service } = useEditor();
  const vault = useVault();
  return useQuery({
    queryKey: ['edition', id],
    queryFn: async ({ signal }) => {
      const [found] = await service.readMany([id], signal);
      const object = found === undefined ? null : await vault.open(found.object);
      return found === undefined || object === null ? null : { object, stored: found.object, etag: found.etag };
    },
    staleTime: 0,
    gcTime: 0,
  });
}
