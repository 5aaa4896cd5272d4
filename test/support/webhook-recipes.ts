import type { Operation } from './api-description.ts';
import type { Call, Client } from './client.ts';

type Recipe = () => Promise<readonly [path: string, call: Call]>;
type Recipes = Readonly<Record<number, Recipe>>;

type Kit = {
  readonly client: Client;
  readonly sheet: () => string;
  readonly tooMany: string;
  readonly withWrongSheets: (request: Recipe) => Recipes;
  readonly tooBig: () => Call;
  readonly untyped: Call;
};

const PATH = '/api/webhooks';

/** Nothing answers there. */
const WEBHOOK = { url: 'https://receiver.invalid/' };

/** A valid body of each operation that takes one. */
const BODIES: Readonly<Record<string, object>> = {
  addWebhook: WEBHOOK,
  changeWebhook: { state: 'paused' },
  replayWebhook: { since: '2100-01-01T00:00:00Z' },
  rotateWebhookSecret: {},
};

/** Requests for webhooks, by the status that they bring; null for other operations. */
export function webhookRecipes({ id, method, path: template }: Operation, kit: Kit): Recipes | null {
  if (!template.startsWith(PATH)) return null;
  const { client, withWrongSheets, tooBig, untyped, tooMany } = kit;
  const json = BODIES[id];
  const good: Call = { method, ...(json && { json }) };
  const unknown = template.replace('{id}', 'unknown');
  const own = async (): Promise<string> => {
    const before = (await client.call(PATH, { sheet: kit.sheet() })).json();
    for (const one of before) await client.call(`${PATH}/${one.id}`, { method: 'DELETE', sheet: kit.sheet() });
    const made = await client.call(PATH, { json: WEBHOOK, sheet: kit.sheet() });
    return template.replace('{id}', made.json().id);
  };
  const done = id === 'addWebhook' ? 201 : id === 'removeWebhook' ? 204 : 200;
  return {
    [done]: async () => [await own(), { ...good, sheet: kit.sheet() }],
    400: async () => [unknown, json === undefined ? { method, sheet: tooMany } : { method, json: '{' }],
    401: async () => [unknown, good],
    404: async () => {
      const nothing = id === 'addWebhook' ? { json: { ...WEBHOOK, framework: 'unknown' } } : {};
      return [unknown, { ...good, ...nothing, sheet: kit.sheet() }];
    },
    ...(json !== undefined && {
      413: async () => [unknown, { ...tooBig(), method }],
      415: async () => [unknown, { ...untyped, method }],
    }),
    ...withWrongSheets(async () => [unknown, good]),
  };
}
