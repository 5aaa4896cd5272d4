import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { idsIn } from '../../../shared/repository/linked-data/references.ts';
import { useWords } from '../words/use-words.tsx';

/** The kind of an object in the person's language; a type that the editor does not know is returned unchanged. */
export function useKindWord(): (object: JsonObject) => string {
  const { t, has } = useWords();
  return (object) => {
    const [type = ''] = idsIn(member(object, '@type') ?? member(object, 'type'));
    const name = type.replace(/^.*[:/#]/, '');
    const key = `results.kind-${name}`;
    return has(key) ? t(key) : name;
  };
}
