import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/** For CommonJS packages that require the runtime's own modules. */
export const REQUIRE = "import{createRequire}from'node:module';const require=createRequire(import.meta.url);";

/**
 * Loads these modules of the runtime as objects. As imports they cost 50 ms of processor time: every export would be read, and some
 * of them load Node's WebSocket or legacy streams.
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

/** Packages that reimplement modules of the runtime, for browsers. */
export const RUNTIME_ALIASES = { 'readable-stream': 'node:stream', buffer: 'node:buffer' };

/** Replaces the document loader of `jsonld`, which is most of its code, with its version for browsers. */
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
    onLoad({ filter: /[\\/]shared[\\/]base[\\/]config[\\/][a-z-]*settings\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(sentence, "$1: ''"),
      loader: 'ts',
    }));
  },
};

/** Replacements in the code of the SDK of MCP, which has no smaller entry points. */
const MCP_EDITS = [
  {
    name: 'the table of all schemas, for its callers',
    pattern: /^for \(const .*\) register\(.*\);$/gm,
    replacement: '',
  },
  {
    name: 'the making of a schema, outside of comments',
    pattern:
      /(?<!^\s*\*.*)(?<![\w.])(?:z\.[\w.]+\(|\w+Schema\.(?:extend|loose|merge|nullable|omit|optional|or|partial|pick|strict)\()/gm,
    replacement: '/* @__PURE__ */ $&',
  },
  {
    name: 'the question whether it serves by its other class for servers, which it never does here',
    pattern: /\bproduct instanceof McpServer\b/g,
    replacement: 'false',
  },
] as const;

/** The module with its default validator. */
const MCP_SHIMS = /[\\/]shims\w+\.mjs$/;

/**
 * Removes from the SDK of MCP what nothing here uses: its other class for servers; schemas, such as those of clients, which it
 * creates when it is loaded, by calls that esbuild cannot know to have no side effects; and its default validator. The build fails
 * if one of these is not found: another version of the SDK needs other patterns.
 */
export const MCP_WITHOUT_UNUSED: Plugin = {
  name: 'mcp-without-unused',
  setup({ onStart, onResolve, onLoad, onEnd }) {
    const missing = new Set<string>();
    let isLoaded = false;
    onStart(() => {
      isLoaded = false;
      for (const name of ['the default validator', ...MCP_EDITS.map((edit) => edit.name)]) missing.add(name);
    });
    onResolve({ filter: /^\.\/[\w-]+\.mjs$/ }, ({ path, importer, resolveDir }) =>
      /[\\/]@modelcontextprotocol[\\/]core[\\/]/.test(importer)
        ? { path: join(resolveDir, path), sideEffects: false }
        : null,
    );
    const files = /[\\/]@modelcontextprotocol[\\/](?:core|server)[\\/]dist[\\/][^\\/]+\.mjs$/;
    onLoad({ filter: files }, async ({ path }) => {
      isLoaded = true;
      if (MCP_SHIMS.test(path)) {
        missing.delete('the default validator');
        return { contents: 'export class DefaultJsonSchemaValidator {}' };
      }
      let contents = await readFile(path, 'utf8');
      for (const { name, pattern, replacement } of MCP_EDITS) {
        const edited = contents.replace(pattern, replacement);
        if (edited !== contents) missing.delete(name);
        contents = edited;
      }
      return { contents };
    });
    onEnd(() => {
      if (!isLoaded) return null;
      const errors = [...missing].map((name) => ({
        text: `In @modelcontextprotocol/server, ${name}: nothing matches. Adapt MCP_EDITS in tools/build/package/esbuild.ts to this version.`,
      }));
      return { errors };
    });
  },
};
