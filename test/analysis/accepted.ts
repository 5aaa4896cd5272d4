/** Findings of the analyser that need no change, by rule: why, and in which files. A finding in another file fails the test. */
export const ACCEPTED: Readonly<Record<string, { readonly why: string; readonly files: RegExp }>> = {
  node_secret: {
    why: 'The names under which secrets are kept, names of parts of encrypted values, and values of tests. It finds texts beside names such as "secret".',
    files:
      /\.(?:test|contract)\.ts$|secret-names\.ts$|encrypted-value\.ts$|import-from\.ts$|config\/sign-on\.ts$|aws-secrets\/secret-store\.ts$|cursors?\.ts$|opensearch\/open\.ts$|webhooks\/endpoints\.ts$/,
  },
  node_password: { why: 'The name of a salt.', files: /secret-names\.ts$/ },
  node_username: {
    why: 'The name of a salt, and the user id of a file system.',
    files: /secret-names\.ts$|stack\/small\.ts$/,
  },
  node_timing_attack: {
    why: 'Comparisons with null and undefined, of names and of counts: none compares a secret.',
    files:
      /decrypted-secrets\.ts$|encrypted-value\.ts$|badges\/verify\/(?:credential|proof)\.ts$|functions\/badges\/credentials\.ts$|mcp\/session\.ts$|admin\/copy-source\.ts$|search-cluster\.ts$|config\/sign-on\.ts$|testing\/matches\.ts$|read-identity\.ts$|engine\/layout\.ts$/,
  },
  node_insecure_random_generator: {
    why: 'Delays before another attempt, and an offset of clocks: nobody gains by guessing them.',
    files:
      /management-api\.ts$|compare-and-set\.ts$|schedules\.ts$|batches\.ts$|clocks\.ts$|restore\.ts$|commit\/transactions\.ts$|sqlite\/engine\/read\.ts$/,
  },
  node_md5: { why: 'MD5 names objects for existing clients, and nothing else.', files: /md5\.test\.ts$/ },
  eval_nodejs: {
    why: 'A timer with a function: nothing is evaluated.',
    files: /infra\/node\/(?:notifications|webhooks)\.ts$/,
  },
  express_open_redirect: {
    why: 'The address of the identity provider, which the operator configured. Where a sign-in returns to is checked to be an own page.',
    files: /functions\/sso\/sign-in\.ts$/,
  },
  regex_injection_dos: {
    why: 'A call of the store that is named `search`: no expression is made.',
    files: /shared\/repository\/objects\/search\.ts$|bulk\/readable-objects\.ts$/,
  },
  regex_dos: {
    why: 'Every test of an expression is found. These take time in proportion to the text, whose length is limited; the parsers are tested with random and hostile texts.',
    files:
      /groups\.ts$|ctdl-asn\/write\.ts$|decrypted-secrets\.ts$|formats\.ts$|config\/secrets\.ts$|telemetry-settings\.ts$|cors\.ts$|document-payload\.ts$|network-hooks\.ts$|linked-data\/json\.ts$|objects\/reference\.ts$|allow-list\.ts$|stored-values\.ts$|functions\/(?:asn|case)\/\w+\.ts$|config\/xapi\.ts$|record-store\.ts$|retry-after\.ts$|oai\/dublin-core\.ts$|shared\/exchange\/badges\/.*\.ts$|functions\/mcp\/(?:in-session|tools\/result)\.ts$|http\/pages\/addresses\.ts$/,
  },
};
