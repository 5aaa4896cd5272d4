/** A file that is not text, such as a picture or a PDF. */
export class NotText extends Error {
  override readonly name = 'NotText';
}

/**
 * A file as text: UTF-8, UTF-16 with a byte order mark, or else the encoding in which spreadsheets on Windows save CSV.
 *
 * @throws NotText
 */
export async function readText(file: Blob): Promise<string> {
  const text = await decode(file);
  if (text.includes('\0') || text.startsWith('%PDF-')) throw new NotText('The file is not text.');
  return text;
}

async function decode(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes); // it is not UTF-8
  }
}
