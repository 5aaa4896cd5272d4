import { storedNode, storedRelation } from '../../../../shared/exchange/frameworks/stored.ts';
import { textValue } from '../../../../shared/exchange/frameworks/values.ts';
import { RELATION_PATH } from '../../../../shared/exchange/frameworks/vocabulary.ts';
import { type Json, type JsonObject, setMember } from '../../../../shared/repository/linked-data/json.ts';

/** A competency of a draft. */
export type DraftedCompetency = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The sentence of the source text that it comes from; null without a source. */
  readonly source: string | null;
};

/** How the objects of a draft are written. */
export type ObjectOptions = {
  /** Own address, under which new objects get their ids. */
  readonly base: string;
  /** Name of the model. */
  readonly model: string;
  /** Language tag of the texts; null: unknown. */
  readonly language: string | null;
  /** Members that every new object has: its owners and readers. */
  readonly members: JsonObject;
};

/** Writes the objects of a draft in their stored form. */
export type DraftObjects = {
  readonly newCompetencyId: () => string;
  readonly newFrameworkId: () => string;
  readonly framework: (id: string, name: string, description: string) => JsonObject;
  readonly competency: (competency: DraftedCompetency) => JsonObject;
  /** @param type stored type of the relation, such as `narrows`: the source is a part of the target */
  readonly relation: (type: string, source: string, target: string) => JsonObject;
};

const COMPETENCY_PATH = RELATION_PATH.replace(/Relation$/, 'Competency');
const FRAMEWORK_PATH = RELATION_PATH.replace(/Relation$/, 'Framework');

/** The digital source type of objects that a model made (schema.org, after the vocabulary of the IPTC). */
const MADE_BY_MODEL = 'https://schema.org/TrainedAlgorithmicMediaDigitalSource';

/** States that a model made an object, and which one. */
function modelMarks(model: string): readonly (readonly [string, readonly Json[]])[] {
  return [
    ['schema:digitalSourceType', [MADE_BY_MODEL]],
    ['schema:creditText', [model]],
  ];
}

export function createDraftObjects({ base, model, language, members }: ObjectOptions): DraftObjects {
  const idIn = (path: string): string => `${base}data/${path}/${crypto.randomUUID()}`;
  const marks = modelMarks(model);

  function texts(values: Readonly<Record<string, string>>): [string, readonly Json[]][] {
    return Object.entries(values).flatMap(([name, text]): [string, readonly Json[]][] =>
      text === '' ? [] : [[name, [textValue({ text, language })]]],
    );
  }

  function withMembers(object: JsonObject): JsonObject {
    for (const [name, value] of Object.entries(members)) setMember(object, name, structuredClone(value));
    return object;
  }

  return {
    newCompetencyId: () => idIn(COMPETENCY_PATH),
    newFrameworkId: () => idIn(FRAMEWORK_PATH),
    framework(id, name, description) {
      const written = language === null ? [] : [['schema:inLanguage', [language]] as const];
      const properties = new Map<string, readonly Json[]>([...texts({ name, description }), ...marks, ...written]);
      return withMembers(storedNode({ id, kind: 'framework', properties, modified: null }));
    },
    competency({ id, name, description, source }) {
      // A quotation is in the language of its source text.
      const from = source === null ? [] : [['dcterms:source', [source]] as const];
      const properties = new Map<string, readonly Json[]>([...texts({ name, description }), ...from, ...marks]);
      return withMembers(storedNode({ id, kind: 'competency', properties, modified: null }));
    },
    relation(type, source, target) {
      const properties = new Map<string, readonly Json[]>(marks);
      return withMembers(storedRelation({ id: idIn(RELATION_PATH), type, source, target, properties, modified: null }));
    },
  };
}
