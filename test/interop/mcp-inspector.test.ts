import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mcpInspector } from '../support/inspector.ts';
import { guid, newThing } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const home = await mkdtemp(join(tmpdir(), 'inspector-'));
const inspector = await mcpInspector(home);
afterAll(() => rm(home, { recursive: true, force: true }));

/** The revisions with sessions, and the one with independent requests. */
describe.skipIf(inspector === null).each(['legacy', 'modern'])(
  "H9 the MCP Inspector, in the protocol's %s era",
  (era) => {
    const { server, client } = useServer();
    const cast = useCast(server);

    function inspect(method: string, ...args: readonly string[]): Promise<unknown> {
      const url = `http://127.0.0.1:${server.port}/api/mcp`;
      if (inspector === null) throw new Error('There is no Inspector.');
      return inspector(url, '--protocol-era', era, '--method', method, ...args);
    }

    beforeAll(async () => {
      const framework = newThing(server, { '@type': 'Framework', name: 'Welding' });
      await client.save(framework, cast.sheets.owner);
    });

    test('lists the tools, with no error in their schemas', async () => {
      const tools = await inspect('tools/list', '--strict');
      const names = ['search_data', 'get_object', 'find_competencies'];
      const expected = names.map((name) => expect.objectContaining({ name }));
      expect(tools).toMatchObject({ tools: expect.arrayContaining(expected) });
    });

    test('reads an object with the rights of the caller', async () => {
      const owned = newThing(server, { '@owner': [cast.owner.pem], '@reader': [cast.owner.pem] });
      await client.save(owned, cast.sheets.owner);
      const call = ['--tool-name', 'get_object', '--tool-args-json', JSON.stringify({ uid: guid(owned) })];
      const read = await inspect('tools/call', ...call, '--header', `signatureSheet: ${cast.sheets.owner}`);
      expect(JSON.stringify(read)).toContain(String(owned['@id']));
      await expect(inspect('tools/call', ...call)).rejects.toThrow();
    });

    test('lists resources, their templates and prompts', async () => {
      const resources = [expect.objectContaining({ uri: expect.stringMatching(/^competency:\/\/outline\//) })];
      expect(await inspect('resources/list')).toMatchObject({ resources: expect.arrayContaining(resources) });
      const templates = [expect.objectContaining({ uriTemplate: 'cass://data/{uid}' })];
      const listed = await inspect('resources/templates/list');
      expect(listed).toMatchObject({ resourceTemplates: expect.arrayContaining(templates) });
      const prompts = [expect.objectContaining({ name: 'review_framework' })];
      expect(await inspect('prompts/list')).toMatchObject({ prompts: expect.arrayContaining(prompts) });
    });
  },
);
