import { type ResultPage, readResultPage } from '../service/result-page.ts';

/**
 * The first page of the list of frameworks as everyone may see it, whose answer the page has requested along with the script.
 *
 * @param address of that request
 * @returns null without a usable answer: the editor asks again then, and says what is wrong
 */
export async function readFirstPage(address: string): Promise<ResultPage | null> {
  try {
    const response = await fetch(address, { credentials: 'same-origin' });
    return response.ok ? await readResultPage(response, address) : null;
  } catch {
    return null;
  }
}
