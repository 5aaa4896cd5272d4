import * as z from 'zod/mini';
import type { Json, JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { items } from '../../../../shared/repository/linked-data/references.ts';
import type { Service } from '../../service/service.ts';

/** The formats in which alignments can be downloaded, besides the table. */
export type AlignmentFormat = 'case-1.1' | 'ctdl-asn';

const nodeUri = z.looseObject({ identifier: z.string() });
const packageSchema = z.looseObject({
  CFDocument: z.looseObject({}),
  CFItems: z._default(z.array(nodeUri), []),
  CFAssociations: z._default(z.array(z.looseObject({ originNodeURI: nodeUri, destinationNodeURI: nodeUri })), []),
});

const graphSchema = z.looseObject({ '@context': z.json(), '@graph': z.array(z.looseObject({ '@id': z.string() })) });

/**
 * The alignments alone, from the exports of both frameworks: a CASE package without items, or the competencies in CTDL-ASN with
 * nothing but their alignments.
 *
 * @param frameworks ids of the first and the second one
 * @throws ServiceError
 */
export async function alignmentFile(
  service: Pick<Service, 'exportFramework'>,
  format: AlignmentFormat,
  frameworks: readonly [first: string, second: string],
): Promise<Blob> {
  const exported = await Promise.all(
    frameworks.map(async (id) => JSON.parse(await (await service.exportFramework(format, id)).text()) as unknown),
  );
  const document = format === 'ctdl-asn' ? alignmentGraph(exported) : associationPackage(exported);
  return new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' });
}

function associationPackage(exported: readonly unknown[]) {
  const [first, second] = z.tuple([packageSchema, packageSchema]).parse(exported);
  const firstItems = new Set(first.CFItems.map(({ identifier }) => identifier));
  const secondItems = new Set(second.CFItems.map(({ identifier }) => identifier));
  const associations = [...first.CFAssociations, ...second.CFAssociations].filter(
    ({ originNodeURI, destinationNodeURI }) => {
      const [origin, destination] = [originNodeURI.identifier, destinationNodeURI.identifier];
      const isForward = firstItems.has(origin) && secondItems.has(destination);
      return isForward || (secondItems.has(origin) && firstItems.has(destination));
    },
  );
  return { CFDocument: first.CFDocument, CFAssociations: associations };
}

function alignmentGraph(exported: readonly unknown[]) {
  const [first, second] = z.tuple([graphSchema, graphSchema]).parse(exported);
  const [firstNodes, secondNodes] = [first['@graph'], second['@graph']] as readonly (readonly JsonObject[])[];
  const idsOf = (nodes: readonly JsonObject[] = []) => new Set(nodes.map((node) => node['@id']));
  const nodes = [...alignedNodes(firstNodes, idsOf(secondNodes)), ...alignedNodes(secondNodes, idsOf(firstNodes))];
  return { '@context': first['@context'], '@graph': nodes };
}

function alignedNodes(nodes: readonly JsonObject[] = [], others: ReadonlySet<Json | undefined>): readonly JsonObject[] {
  return nodes.flatMap((node) => {
    const alignments = Object.entries(node).flatMap(([name, value]) => {
      const ids = name.endsWith('Alignment') ? items(value).filter((id) => others.has(id)) : [];
      return ids.length === 0 ? [] : [[name, ids] as const];
    });
    if (alignments.length === 0) return [];
    const { '@id': id, '@type': type, 'ceterms:ctid': ctid } = node;
    return [
      {
        ...(id !== undefined && { '@id': id }),
        ...(type !== undefined && { '@type': type }),
        ...(ctid !== undefined && { 'ceterms:ctid': ctid }),
        ...Object.fromEntries(alignments),
      },
    ];
  });
}
