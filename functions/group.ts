import type { Config } from '../shared/base/config/config.ts';
import type { OutboundSend } from '../shared/base/outbound/outbound-fetch.ts';
import type { Gunzip } from '../shared/exchange/transfer/gunzip.ts';
import type { Answer, StaticFiles } from '../shared/http/answer.ts';
import type { Serve } from '../shared/http/serve.ts';
import type { Context } from '../shared/repository/context.ts';
import type { ComparingEmbedder } from '../shared/repository/models/similarity.ts';
import type { FollowChanges } from '../shared/repository/notifications/follow-changes.ts';
import type { Notifications } from '../shared/repository/notifications/notifications.ts';
import type { SecretStore } from '../shared/repository/secrets/secret-store.ts';
import type { BlobStore } from '../shared/repository/store/blob-store.ts';
import type { DumpFiles } from '../shared/repository/store/dump-files.ts';

/** Performs a request to the service's own API. */
export type OwnApi = (request: Request, peerAddress?: string) => Promise<Answer>;

/** Facilities of the platform for groups. */
export type PlatformParts = {
  /** JSON text of the API description from `npm run openapi`. */
  readonly description: () => Promise<string>;
  /** The files of the API page, and of the editor below `editor/`; null if the platform serves none. */
  readonly assets: StaticFiles | null;
  /** The metrics of the process, in the text format of Prometheus; absent if they are not served here. */
  readonly metrics?: () => Promise<Answer>;
  /** When the process was asked to stop, UTC milliseconds; null before that. Absent if the platform stops processes without notice. */
  readonly stoppingSince?: () => number | null;
  /**
   * Performs a request to the service's own API on behalf of a caller, whose identity is in the headers: inside this process if it
   * hosts all groups, over HTTP if functions serve one group each.
   *
   * @param peerAddress peer address of the caller's request
   * @throws Problem `fetch-failed` (502) over HTTP
   */
  readonly call: OwnApi;
  /**
   * Admits a subscriber of the notification channel that receives changes in the response to its request; absent if responses cannot
   * stay open.
   */
  readonly admitSubscriber?: Notifications['admit'];
  /** Follows the changes of the store in a response that stays open; absent if responses cannot stay open. */
  readonly followChanges?: FollowChanges;
  /** Opens the port that sends requests to other servers. */
  readonly openSend: () => Promise<OutboundSend>;
  /** The embedding model; absent, or null, if none is configured. */
  readonly embedder?: ComparingEmbedder | null;
  /** Opens the configured bucket, or a folder of the data directory; null, or absent, if the platform has neither. */
  readonly openBlobs?: (config: Config, folder: string) => Promise<BlobStore | null>;
  /** Opens the place where dumps are kept; null, or absent, if none are made. */
  readonly openDumpFiles?: (config: Config) => Promise<DumpFiles | null>;
  /** Decompresses imports. */
  readonly gunzip: Gunzip;
  /** Ends the process; reached only with the KILL setting. */
  readonly exit: () => void;
};

/** The code of a group of endpoints: `functions/<group>/app.ts` exports it as `group`. */
export type Group<C extends Context> = {
  /** Creates the context of the group from the common context, for a process that serves only this group. */
  readonly createContext: (ctx: Context, secrets: SecretStore) => C | Promise<C>;
  /** Adds the paths of the group to an application. */
  readonly mount: (serve: Serve<C>, ctx: C, parts: PlatformParts) => void;
};
