import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** What packages, and parts of them, are replaced by. */
export const ALIASES = {
  // These reimplement modules of the runtime, for browsers.
  'readable-stream': 'node:stream',
  buffer: 'node:buffer',
  // The SDK of MCP imports a default validator, which is never used here; that for Node has 130 kB more than that for browsers.
  '@modelcontextprotocol/server/_shims': fileURLToPath(
    new URL('shimsBrowser.mjs', import.meta.resolve('@modelcontextprotocol/server')),
  ),
};

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
    onLoad({ filter: /[\\/]shared[\\/]base[\\/]config[\\/]settings[\\/][a-z-]*settings\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(sentence, "$1: ''"),
      loader: 'ts',
    }));
  },
};
