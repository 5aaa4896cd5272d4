declare module 'jsonld' {
  import type { Quad } from '@rdfjs/types';

  type Options = {
    readonly documentLoader: (url: string) => Promise<unknown>;
    readonly base?: string | null;
    readonly safe?: boolean;
    readonly isFrame?: boolean;
    readonly keepFreeFloatingNodes?: boolean;
    readonly canonizeOptions?: { readonly algorithm: string; readonly signal?: AbortSignal };
    readonly algorithm?: string;
    readonly format?: string;
  };

  /** The processor; every call brings its own document loader. */
  const jsonld: {
    expand(document: unknown, options: Options): Promise<object[]>;
    compact(document: unknown, context: unknown, options: Options): Promise<object>;
    flatten(document: unknown, context: unknown, options: Options): Promise<object | object[]>;
    frame(document: unknown, frame: unknown, options: Options): Promise<object>;
    canonize(document: unknown, options: Options): Promise<string>;
    toRDF(document: unknown, options: Options): Promise<readonly Quad[]>;
    fromRDF(quads: readonly Quad[], options: { readonly useNativeTypes?: boolean }): Promise<object[]>;
  };
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default jsonld;
}

declare module 'jsonld/lib/graphTypes.js' {
  const graphTypes: { isBlankNode: (value: unknown) => boolean };
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default graphTypes;
}

declare module 'jsonld/lib/url.js' {
  const url: { parse: (text: string, parser?: string) => unknown };
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default url;
}

declare module 'jsonld/lib/util.js' {
  const util: { hasValue: (subject: Readonly<Record<string, unknown>>, property: string, value: unknown) => boolean };
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default util;
}
