import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/** For CommonJS packages that require the runtime's own modules. */
export const REQUIRE = "import{createRequire}from'node:module';const require=createRequire(import.meta.url);";

/**
 * Gets these modules of the runtime as objects. As imports they cost 50 ms of processor time: each export would be read, and some
 * load Node's WebSocket or its old streams then.
 */
export const LAZY_BUILTINS: Plugin = {
  name: 'lazy-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?(fs|http)$/ }, ({ path }) => ({ path, namespace: 'lazy-builtins' }));
    onLoad({ filter: /.*/, namespace: 'lazy-builtins' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** Packages that bring what the runtime has, for browsers. */
export const RUNTIME_ALIASES = { 'readable-stream': 'node:stream', buffer: 'node:buffer' };

/** Takes what `jsonld` has for browsers in place of its own way to fetch documents, which is most of its code. */
export const JSON_LD_WITHOUT_FETCH: Plugin = {
  name: 'json-ld-without-fetch',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/platform$/ }, ({ importer, resolveDir }) =>
      /[\\/]jsonld[\\/]lib[\\/]/.test(importer) ? { path: join(resolveDir, 'platform-browser.js') } : null,
    );
  },
};

/** A text in quotes, as the formatter writes it. */
const TEXT = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`;

/** Leaves out the sentences about settings, which are for the documentation: they would be a fifteenth of a small bundle. */
export const WITHOUT_SENTENCES: Plugin = {
  name: 'without-sentences',
  setup({ onLoad }) {
    const sentence = new RegExp(`\\b(effect|defaultText):\\s+(?:${TEXT})`, 'g');
    onLoad({ filter: /[\\/]shared[\\/]config[\\/][a-z-]*settings\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(sentence, "$1: ''"),
      loader: 'ts',
    }));
  },
};

/** Where the SDK of MCP puts all of its schemas into a table, for its callers. */
const TABLE_OF_SCHEMAS = /^for \(const .*\) register\(.*\);$/gm;

/** Where it makes a schema, outside of comments. */
const SCHEMA =
  /(?<!^\s*\*.*)(?<![\w.])(?:z\.[\w.]+\(|\w+Schema\.(?:extend|loose|merge|nullable|omit|optional|or|partial|pick|strict)\()/gm;

/** Where it asks whether it serves by its other class for servers, which it never does here. */
const OTHER_CLASS = /\bproduct instanceof McpServer\b/g;

/**
 * Leaves out of the SDK of MCP what nothing here uses: its other class for servers; schemas, such as those of clients, all of which it
 * makes when it is loaded, where esbuild cannot know that a call has no other effect; and the validator that it takes where it is given
 * none.
 */
export const MCP_WITHOUT_UNUSED: Plugin = {
  name: 'mcp-without-unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/[\w-]+\.mjs$/ }, ({ path, importer, resolveDir }) =>
      /[\\/]@modelcontextprotocol[\\/]core[\\/]/.test(importer)
        ? { path: join(resolveDir, path), sideEffects: false }
        : null,
    );
    const files = /[\\/]@modelcontextprotocol[\\/](?:core|server)[\\/]dist[\\/][^\\/]+\.mjs$/;
    onLoad({ filter: files }, async ({ path }) => {
      if (/[\\/]shims\w+\.mjs$/.test(path)) return { contents: 'export class DefaultJsonSchemaValidator {}' };
      const text = await readFile(path, 'utf8');
      return {
        contents: text
          .replace(TABLE_OF_SCHEMAS, '')
          .replace(SCHEMA, '/* @__PURE__ */ $&')
          .replace(OTHER_CLASS, 'false'),
      };
    });
  },
};
