import type { API, Types } from '@opensearch-project/opensearch';
import type * as z from 'zod/mini';

/*
 * The contents of calls and responses, by the types of the official client. Only its types are used: the client itself is a
 * development dependency (decision 26), and `test/opensearch/official-client.test.ts` compares its answers with those of the store's calls.
 */

/** A query. */
export type Query = Types.Common_QueryDsl.QueryContainer;

/** A value to sort by, as the engine returns it. */
export type SortValue = string | number | null;

/** An aggregation by the terms of a field, which the client's type lacks. */
type TermsAggregation = {
  readonly terms: Types.Common_Aggregations.TermsAggregationFields & { readonly field: string };
};

/** A search. The client's type of sort values has `undefined` where the engine has `null`. */
export type SearchBody = Omit<Types.Core_Msearch.MultisearchBody, 'search_after' | 'aggregations'> & {
  readonly search_after?: readonly SortValue[];
  readonly aggregations?: Readonly<Record<string, TermsAggregation>>;
};

/** One way to sort hits. */
export type SortTerm = Types.Common.SortCombinations;

/** The line before each search of `_msearch`. */
export type SearchHeader = Types.Core_Msearch.MultisearchHeader;

/** A read of one document in `_mget`. */
export type ReadOperation = Types.Core_Mget.Operation;

/** The line before each document of `_bulk`. */
export type BulkAction = Types.Core_Bulk.OperationContainer;

/** Settings of an index. */
export type IndexSettings = Types.Indices_Common.IndexSettings;

/** Mappings of an index. */
export type IndexMappings = Types.Common_Mapping.TypeMapping;

/** A field in mappings. */
export type MappedField = Types.Common_Mapping.Property;

/** A new index. */
export type NewIndex = API.Indices_Create_RequestBody;

/** Mappings to add to an index. */
export type MoreMappings = API.Indices_PutMapping_RequestBody;

/** Changes of aliases that the engine makes atomically. */
export type AliasActions = API.Indices_UpdateAliases_RequestBody;

/** The engine's responses to the calls of the store. */
export type Answers = {
  readonly mget: API.Mget_ResponseBody;
  readonly bulk: API.Bulk_ResponseBody;
  readonly msearch: API.Msearch_ResponseBody;
  /** One response of `_msearch`. The store only uses terms aggregations. */
  readonly search: Pick<Types.Core_Search.SearchResult, 'timed_out'> & {
    readonly hits: {
      /** Present if hits are counted. */
      readonly total?: Types.Core_Search.TotalHits;
      readonly hits: (Omit<Types.Core_Search.Hit, 'sort'> & { readonly sort?: SortValue[] })[];
    };
    readonly aggregations?: Record<string, Types.Common_Aggregations.StringTermsAggregate>;
  };
  readonly refresh: API.Indices_Refresh_ResponseBody;
  readonly count: API.Count_ResponseBody;
  readonly indices: API.Indices_Get_ResponseBody;
  readonly settings: API.Indices_GetSettings_ResponseBody;
  readonly stats: API.Indices_Stats_ResponseBody;
  readonly health: API.Cluster_Health_ResponseBody;
  readonly info: API.Info_ResponseBody;
  readonly plugins: API.Cat_Plugins_ResponseBody;
};

/**
 * The input of a schema for a response, or `never`, which the compiler rejects, if the schema requires a member that the client's
 * response type lacks. Members that responses contain only on request are optional there, and are treated as present.
 */
export type Reads<Answer, Schema extends z.ZodMiniType> = [Complete<Answer>] extends [z.input<Schema>]
  ? z.output<Schema>
  : never;

type Complete<T> = T extends readonly (infer Item)[]
  ? Complete<Item>[]
  : T extends object
    ? { [Name in keyof T]-?: Complete<T[Name]> }
    : T;
