import type { Bucket } from '../../base/config/pna.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { OutboundSend } from '../../base/outbound/outbound-fetch.ts';
import { type BlobName, blobName } from '../../repository/store/blob-store.ts';
import type { DumpFiles } from '../../repository/store/dump-files.ts';
import { createBucketRequests, refused } from './s3-bucket.ts';

/**
 * Dumps as objects of an S3 bucket. Objects whose keys have a further slash after the folder are not files of it.
 *
 * @param folder what precedes the names of files in keys, with a slash at its end
 */
export function createS3DumpFiles(bucket: Bucket, folder: string, send: OutboundSend): DumpFiles {
  const requests = createBucketRequests(bucket, send);

  return {
    async open(name) {
      const path = folder + name;
      const answer = await requests.send(path, { method: 'HEAD' });
      if (answer.status === 404) return null;
      const size = Number(answer.headers.get('content-length') ?? Number.NaN);
      if (answer.status !== 200 || !Number.isSafeInteger(size)) throw refused(answer);
      return {
        size,
        read: (range) =>
          range === undefined
            ? requests.read(path, {}, 200)
            : requests.read(path, { range: `bytes=${range.first}-${range.last}` }, 206),
      };
    },
    async put(name, bytes) {
      const type = name.endsWith('.json') ? 'application/json' : 'application/gzip';
      // One request: the object is there as a whole, or not at all.
      const answer = await requests.send(folder + name, {
        method: 'PUT',
        body: bytes,
        headers: { 'content-type': type },
      });
      if (answer.status !== 200) throw refused(answer);
    },
    async list() {
      const names: BlobName[] = [];
      let next: string | null = null;
      do {
        const query = new URLSearchParams({ 'list-type': '2', delimiter: '/', prefix: folder });
        if (next !== null) query.set('continuation-token', next);
        const answer = await requests.send(`?${query}`);
        if (answer.status !== 200) throw refused(answer);
        names.push(...elements(answer.text, 'Key').flatMap((key) => blobName(key.slice(folder.length)) ?? []));
        next = nextPage(answer.text);
      } while (next !== null);
      return names;
    },
    async delete(name) {
      const answer = await requests.send(folder + name, { method: 'DELETE' });
      if (answer.status !== 204 && answer.status !== 404) throw refused(answer);
    },
  };
}

/** Where the next page of a list begins; null for the last one. */
function nextPage(list: string): string | null {
  if (elements(list, 'IsTruncated')[0] !== 'true') return null;
  const [next] = elements(list, 'NextContinuationToken');
  if (next === undefined) throw new Problem('store-unavailable', 'The bucket lists its objects incompletely.');
  return next;
}

/** The texts of all elements of a name. Keys of files have no characters that XML would escape; tokens may have `&`. */
function elements(xml: string, name: string): readonly string[] {
  const all = xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'));
  return [...all].map(([, text = '']) => text.replaceAll('&amp;', '&'));
}
