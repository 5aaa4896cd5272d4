import { type Person, person, sheet } from '../../test/support/signer.ts';
import { LUA_TEXTS, OBJECTS, textsOf } from './peer.ts';

export const TYPE = 'schema.cassproject.org.0.4.Competency';

/** A server of the protocol of this service, and the owner of the objects, whose signature comes with each request. */
export type Target = {
  /** Whether objects and signatures are sent in forms, as by the client library, or objects as JSON with signatures in a header. */
  readonly binding: 'form' | 'json';
  /** Where requests go, ending in `/api/`. */
  readonly address: string;
  /** The server's own address: ids begin with it, and signatures are made for it. */
  readonly api: string;
  readonly owner: Person;
  readonly signature: string;
};

export async function createTarget(address: string, api: string, binding: Target['binding']): Promise<Target> {
  const owner = await person();
  return { binding, address, api, owner, signature: await sheet(api, [owner], 3_600_000) };
}

/** The addresses and requests of a `Peer`. */
export function requestsOf(target: Target) {
  const { address } = target;
  return {
    ping: `${address}ping`,
    get: (number: number) => `${address}data/${TYPE}/peer${number}`,
    search: (words: readonly string[]) =>
      `${address}sky/repo/search?size=20&q=${encodeURIComponent(words.join(' AND '))}`,
    create: createScript(target),
  };
}

/** Stores {@link OBJECTS} objects, as the first that a server has. @throws Error when it does not store one */
export async function storeObjects(target: Target): Promise<void> {
  for (let from = 1; from <= OBJECTS; from += 1_000) await storeMany(target, from, 1_000);
}

/** Stores objects in one request. @throws Error when the server does not store one */
export async function storeMany(target: Target, from: number, count: number): Promise<void> {
  const data = JSON.stringify(Array.from({ length: count }, (_, index) => objectOf(target, from + index)));
  const form = new FormData();
  form.set('data', data);
  form.set('signatureSheet', target.signature);
  const headers = { 'content-type': 'application/json', signatureSheet: target.signature };
  const message = target.binding === 'form' ? { body: form } : { body: data, headers };
  const response = await fetch(`${target.address}sky/repo/multiPut`, { method: 'POST', ...message });
  if (!response.ok) throw new Error(`multiPut was answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** Waits until a server that has just been started answers. @throws Error after half a minute */
export async function untilAnswered(address: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(address).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${address} does not answer.`);
}

function objectOf({ api, owner }: Target, number: number) {
  return {
    '@context': 'https://schema.cassproject.org/0.4',
    '@type': 'Competency',
    '@id': `${api}data/${TYPE}/peer${number}`,
    ...textsOf(number),
    '@owner': [owner.pem],
  };
}

const BOUNDARY = 'boundary-of-a-form';

/** In Lua: a part of a form. */
const LUA_PART = `local function part(name, value)
  return '--${BOUNDARY}\\r\\nContent-Disposition: form-data; name="' .. name .. '"\\r\\n\\r\\n' .. value .. '\\r\\n'
end`;

function createScript({ binding, api, owner, signature }: Target): string {
  const isForm = binding === 'form';
  const headers = isForm
    ? `{["Content-Type"] = "multipart/form-data; boundary=${BOUNDARY}"}`
    : '{["Content-Type"] = "application/json", ["signatureSheet"] = signature}';
  return `${LUA_TEXTS}
${LUA_PART}
local signature = [==[${signature}]==]
local headers = ${headers}
local start = [==[{"@context":"https://schema.cassproject.org/0.4","@type":"Competency","@id":"${api}data/${TYPE}/peer]==]
local ending = [==[","@owner":[${JSON.stringify(owner.pem)}]}]==]
local function create(n)
  local object = start .. n .. '","name":"' .. name(n) .. '","description":"' .. description(n) .. ending
  local body = ${isForm ? `part("data", object) .. part("signatureSheet", signature) .. "--${BOUNDARY}--\\r\\n"` : 'object'}
  return wrk.format("POST", "/api/data/${TYPE}/peer" .. n, headers, body)
end`;
}
