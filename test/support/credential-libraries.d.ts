declare module '@digitalcredentials/vc' {
  export function issue(options: object): Promise<object>;
  export function verifyCredential(options: object): Promise<{ readonly verified: boolean; readonly error?: unknown }>;
}
declare module '@digitalcredentials/data-integrity' {
  export const DataIntegrityProof: new (options: object) => unknown;
}
declare module '@digitalcredentials/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown;
}
declare module '@digitalbazaar/vc-bitstring-status-list' {
  export function decodeList(options: {
    readonly encodedList: string;
  }): Promise<{ readonly length: number; readonly getStatus: (index: number) => boolean }>;
}
declare module '@digitalbazaar/ecdsa-multikey' {
  type KeyPair = {
    readonly signer: () => unknown;
    readonly export: (options: { readonly publicKey: true }) => Promise<{ readonly publicKeyMultibase: string }>;
  };
  export function generate(options: { readonly curve: 'P-256' | 'P-384' }): Promise<KeyPair>;
  export function toJwk(options: { readonly keyPair: KeyPair }): Promise<Readonly<Record<string, unknown>>>;
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
  export function toJwk(options: { readonly keyPair: KeyPair }): Promise<Readonly<Record<string, unknown>>>;
}
