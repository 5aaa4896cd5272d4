declare module 'jsonld/dist/jsonld.esm.min.js' {
  import type { Quad } from 'n3';

  /** The processor without the platform's own way to fetch documents. */
  const jsonld: {
    toRDF(document: unknown, options: { documentLoader: (url: string) => Promise<never> }): Promise<readonly Quad[]>;
  };
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default jsonld;
}
