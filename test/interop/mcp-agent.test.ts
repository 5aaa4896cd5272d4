import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { useOidc } from '../support/oidc-mode.ts';
import { guid, saveNew, shortId } from '../support/things.ts';

const CONTEXT = 'https://schema.cassproject.org/0.4';

const { server, client, provider } = useOidc();

type Options = ConstructorParameters<typeof Client>[1];

/** The SDK's client, for a signed-in user. */
async function connect(user: string | null, options: Options = {}): Promise<Client> {
  const mcp = new Client({ name: 'test', version: '1' }, options);
  const token = user && (await provider.token({ sub: user, email: `${user}@example.org`, email_verified: true }));
  const requestInit = { headers: token === null ? {} : { authorization: `Bearer ${token}` } };
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${server.api}mcp`), { requestInit }));
  onTestFinished(() => mcp.close());
  return mcp;
}

function textOf(result: Awaited<ReturnType<Client['callTool']>>): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

async function newFramework(name: string, competency: string) {
  const member = await saveNew(server, client, { '@context': CONTEXT, '@type': 'Competency', name: competency });
  const framework = await saveNew(server, client, {
    '@context': CONTEXT,
    '@type': 'Framework',
    name,
    competency: [shortId(member)],
  });
  return { framework, member };
}

test.each([
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: 'auto' } }],
] as const)(
  'H9 an agent finds a framework, reads it, records evidence, and asks how the learner stands: %s',
  async (_, options) => {
    const learner = `ada-${_}`;
    const { framework, member } = await newFramework(`Bicycle repair ${_}`, 'True a wheel');
    const agent = await connect(learner, options);
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toContain('record_evidence');

    const found = await agent.callTool({
      name: 'search_data',
      arguments: { q: `name:"${_}"`, index_hint: '*framework' },
    });
    expect(textOf(found)).toContain(shortId(framework));
    const { contents } = await agent.readResource({ uri: `competency://outline/${guid(framework)}` });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('«True a wheel»') });

    const statement = {
      actor: { mbox: `mailto:${learner}@example.org` },
      verb: { id: 'http://adlnet.gov/expapi/verbs/mastered' },
      object: { id: shortId(member) },
      result: { success: true },
    };
    const recorded = await agent.callTool({ name: 'record_evidence', arguments: { body: statement } });
    expect(textOf(recorded)).toContain('"stored"');

    const input = { frameworkId: shortId(framework), subject: `${learner}@example.org` };
    const profile = JSON.parse(textOf(await agent.callTool({ name: 'get_learner_profile', arguments: input })));
    expect(profile.children[0].state).toMatchObject({ hasPositiveEvidence: true });

    const stranger = await connect(`eve-${_}`, options);
    const theirs = JSON.parse(textOf(await stranger.callTool({ name: 'get_learner_profile', arguments: input })));
    expect(theirs.children[0].state).toMatchObject({ hasPositiveEvidence: false });
  },
);
