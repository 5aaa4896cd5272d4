import { type ResultPage, readResultPage } from '../service/result-page.ts';

/**
 * The first page of the list of public frameworks, which the page has requested along with the script.
 *
 * @param address of that request
 * @returns null if the answer cannot be used: the editor then asks again, and reports the error
 */
export async function readFirstPage(address: string): Promise<ResultPage | null> {
  try {
    const response = await fetch(address, { credentials: 'same-origin' });
    return response.ok ? await readResultPage(response, address, true) : null;
  } catch {
    return null;
  }
}
