import { inSlices } from '../../../../shared/base/concurrency/slices.ts';
import type { Framework, Loss } from '../../../../shared/exchange/frameworks/model.ts';
import { storedFramework, type TimedObject } from '../../../../shared/exchange/frameworks/stored-framework.ts';
import type { Syntax } from '../../../../shared/exchange/rdf/syntaxes.ts';
import { isEncryptedValue } from '../../../../shared/repository/access/kbac-types.ts';
import { type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { parseTime } from '../../../../shared/repository/linked-data/time.ts';
import type { Loaded } from '../../outline/load.ts';
import { NotAFramework } from '../../outline/not-a-framework.ts';
import { frameworkOf } from '../../outline/state.ts';
import { timeOfVersion, versionOf } from '../../outline/version.ts';
import type { ExportFormat } from '../../service/exchange.ts';

/** A document, and what its format has no place for. */
export type Converted = { readonly content: Blob; readonly losses: readonly Loss[] };

/** Whether the service cannot convert all of a framework, since parts are encrypted. */
export function isPrivate({ stored }: Pick<Loaded, 'stored'>): boolean {
  return [...stored.values()].some(isEncryptedValue);
}

/**
 * The export of a framework that is decrypted in this browser, as the service would write it, by the same code. Nothing of it is sent.
 *
 * @param base of the service, ending in `/api/`
 * @throws NotAFramework
 */
export async function convert(format: ExportFormat, loaded: Loaded, base: string): Promise<Converted> {
  const framework = await storedFramework(loaded.state.frameworkId, timed(loaded, base), [base]);
  if (framework === null) throw new NotAFramework(frameworkOf(loaded.state));
  const losses: Loss[] = [];
  const parts: BlobPart[] = [];
  const written = await WRITERS[format](framework, losses, base);
  for await (const part of inSlices(written)) parts.push(part);
  return { content: new Blob(parts), losses };
}

type Write = (framework: Framework, losses: Loss[], base: string) => Promise<Iterable<string>>;

/** The converters are loaded when they are first needed. */
const WRITERS: Readonly<Record<ExportFormat, Write>> = {
  'ctdl-asn': ctdlAsn,
  'case-1.0': caseIn('v1p0'),
  'case-1.1': caseIn('v1p1'),
  'asn-rdf-xml': asnIn('rdf-xml'),
  'asn-turtle': asnIn('turtle'),
  'asn-n-triples': asnIn('n-triples'),
  'asn-json-ld': asnIn('json-ld'),
};

async function ctdlAsn(framework: Framework, losses: Loss[]): Promise<Iterable<string>> {
  const { write, writeDocument } = await import('../../../../functions/ctdl-asn/write.ts');
  const written = write(framework);
  return withLosses(writeDocument(written), written.losses, losses);
}

/** The losses are complete when all parts have been read. */
function* withLosses(parts: Iterable<string>, found: readonly Loss[], losses: Loss[]): Generator<string> {
  yield* parts;
  losses.push(...found);
}

function caseIn(version: 'v1p0' | 'v1p1'): Write {
  return async (framework, losses, base) => {
    const { writePackage } = await import('../../../../functions/case/write.ts');
    return writePackage(framework, { base, version, losses });
  };
}

function asnIn(syntax: Syntax): Write {
  return async (framework, losses) => {
    const [{ write }, { serialize }] = await Promise.all([
      import('../../../../functions/asn/write.ts'),
      import('../../../../functions/asn/serialize.ts'),
    ]);
    return serialize(write(framework, losses), syntax, losses);
  };
}

/** The decrypted objects, with the times of their stored versions: of a part without one that is a time, that of the framework. */
function timed({ state, stored }: Loaded, base: string): ReadonlyMap<string, TimedObject> {
  const timeOf = (id: string, object: JsonObject): number | null =>
    timeOfVersion(versionOf(stored.get(id) ?? object, base)) ?? timeIn(object);
  const ofFramework = timeOf(state.frameworkId, frameworkOf(state)) ?? 0;
  return new Map(
    [...state.objects].map(([id, object]) => [id, { object, modified: timeOf(id, object) ?? ofFramework }]),
  );
}

/** The time that an object names, UTC milliseconds. */
function timeIn(object: JsonObject): number | null {
  for (const name of ['schema:dateModified', 'schema:dateCreated']) {
    const text = member(object, name);
    const time = typeof text === 'string' ? parseTime(text) : null;
    if (time !== null) return time;
  }
  return null;
}
