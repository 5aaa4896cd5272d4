import { frameworksRequest } from '../../app/framework-list.ts';
import { quoted, type SearchRequest } from '../../service/search.ts';

/**
 * The search for the frameworks in a folder. It finds all encrypted ones too, which say only when they are decrypted where they are.
 *
 * @param folder its short id
 * @returns from the words that are asked for
 */
export function requestIn(folder: string): (words: string) => SearchRequest {
  return (words) => {
    const request = frameworksRequest(words);
    const within = `(directory:${quoted(folder)} OR encryptedType:Framework)`;
    return { ...request, q: words.trim() === '' ? within : `${within} AND (${request.q})` };
  };
}
