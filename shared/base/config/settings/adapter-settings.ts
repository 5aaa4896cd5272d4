import { boolean, editorJson, emails, names, type Setting, someOf, text } from '../formats.ts';
import { TOOLSET_NAMES } from '../mcp.ts';

/** Settings of the parts of the service that can be left out, and of what they show. Part of `SETTINGS`. */
export const ADAPTER_SETTINGS = {
  DISABLED_ADAPTERS: {
    parse: names,
    default: null,
    defaultText: 'unset: none',
    effect:
      'Comma-separated names of adapters whose addresses return 404, such as `profile`. Use the same value for all instances on one store: one without `profile` does not invalidate the profiles of the others.',
  },
  DISABLED_EDITOR: {
    parse: boolean,
    default: false,
    effect: 'The addresses of the web editor return 404.',
  },
  DEFAULT_PLUGINS: {
    parse: editorJson,
    default: null,
    effect: 'Text with JSON that `ping` returns to editors as `plugins`.',
  },
  PUBLIC_PAGES: {
    parse: boolean,
    default: true,
    effect:
      'Browsers get a page at the address of an object, and search engines and harvesters what is public: a sitemap, a feed, OAI-PMH (docs/use/publish.md). `false`: they get JSON, and these addresses return 404.',
  },
  OAI_REPOSITORY_NAME: {
    parse: text,
    default: null,
    defaultText: '`Competencies at` and the host of the service',
    effect: 'Name of the service for harvesters of OAI-PMH (docs/use/publish.md).',
  },
  OAI_ADMIN_EMAIL: {
    parse: emails,
    default: null,
    defaultText: '`postmaster@` and the host of the service',
    effect: 'Comma-separated email addresses that operators of OAI-PMH harvesters may write to.',
  },
  MCP_TOOLSETS: {
    parse: someOf(...TOOLSET_NAMES),
    default: null,
    defaultText: '`read,task`, and the tool `record_evidence`',
    effect:
      'Comma-separated sets of tools that an assistant gets (docs/use/agents.md) unless its session names others: `read`, `task`, `write`, `admin`, or `all`. Every tool has the rights of its caller, whatever set it is in.',
  },
} as const satisfies Record<string, Setting>;
