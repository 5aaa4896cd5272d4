import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { onnxParts } from '../support/onnx.ts';
import { startServer } from '../support/server.ts';

const parts = await onnxParts();
if ('absent' in parts && process.env['CI'] === 'true') throw new Error(parts.absent);
if ('absent' in parts) console.warn(`Skipped: ${parts.absent}`);

test.skipIf('absent' in parts)('a service with a model in a directory finds what is said in other words', async () => {
  if ('absent' in parts) throw new Error(parts.absent);
  const server = await startServer({ EMBEDDING_MODEL_DIR: parts.model, NODE_PATH: parts.nodePath });
  onTestFinished(() => server.dispose());
  const client = createClient(server);
  const names = ['Interprets engineering schematics', 'Mend a puncture', 'Bake bread', 'Reads aloud to small children'];
  const objects = names.map((name, index) => ({
    '@context': 'https://schema.cassproject.org/0.4',
    '@type': 'Competency',
    '@id': `${server.api}data/schema.cassproject.org.0.4.Competency/${index}/1`,
    name,
  }));
  await client.call('/api/sky/repo/multiPut', { json: objects });
  const first = async (q: string, mode: string) => {
    const answer = await client.call(`/api/sky/repo/search?${new URLSearchParams({ q, mode, size: '1' })}`);
    return answer.json()[0]?.name;
  };
  await expect.poll(() => first('can read a technical drawing', 'meaning')).toBe(names[0]);
  await expect.poll(() => first('fix a flat tyre', 'both')).toBe(names[1]);
});
