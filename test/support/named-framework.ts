import type { Client } from './client.ts';
import type { TestServer } from './server.ts';

const CONTEXT = 'https://schema.cassproject.org/0.4';

/** Frameworks and competencies whose ids are their names. */
export type NamedFrameworks = {
  /** Saves a framework without owners. The relations refer to its competencies by name, and to those of others by id. */
  readonly save: (
    name: string,
    competencies: readonly string[],
    relations?: readonly (readonly [source: string, type: string, target: string])[],
  ) => Promise<void>;
  readonly framework: (name: string) => string;
  readonly competency: (framework: string, name: string) => string;
  /** The stored relations that a framework lists. */
  readonly relationsOf: (name: string) => Promise<readonly Record<string, unknown>[]>;
};

/** @throws Error when something is not saved */
export function namedFrameworks(server: TestServer, client: Client): NamedFrameworks {
  const id = (type: string, name: string): string =>
    `${server.api}data/schema.cassproject.org.0.4.${type}/${name.toLowerCase().replaceAll(' ', '-')}`;
  const framework = (name: string): string => id('Framework', name);
  const competency = (of: string, name: string): string => id('Competency', `${of}-${name}`);

  const end = (of: string, one: string): string => (one.startsWith(server.api) ? one : competency(of, one));

  return {
    framework,
    competency,
    async save(name, competencies, relations = []) {
      const objects = [
        {
          '@type': 'Framework',
          '@id': framework(name),
          name,
          competency: competencies.map((one) => competency(name, one)),
          relation: relations.map((_, i) => id('Relation', `${name}-${i}`)),
        },
        ...competencies.map((one) => ({ '@type': 'Competency', '@id': competency(name, one), name: one })),
        ...relations.map(([source, relationType, target], i) => ({
          '@type': 'Relation',
          '@id': id('Relation', `${name}-${i}`),
          relationType,
          source: end(name, source),
          target: end(name, target),
        })),
      ];
      const json = objects.map((object) => ({ '@context': CONTEXT, ...object }));
      const answer = await client.call('/api/sky/repo/multiPut', { json });
      if (answer.json().stored !== objects.length) throw new Error(`The framework is not saved: ${answer.text}`);
    },
    async relationsOf(name) {
      const { relation } = (await client.call(framework(name))).json();
      return (await client.call('/api/sky/repo/multiGet', { json: relation })).json();
    },
  };
}
