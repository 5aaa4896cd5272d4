/** UTF-16 code units of a piece: at most three bytes each in UTF-8, so that it is well below DynamoDB's 400 KB of an item. */
const LENGTH = 120_000;

/** Cuts a text into pieces that each fit into an item, never within a character; an empty text is one empty piece. */
export function piecesOf(text: string, length = LENGTH): readonly string[] {
  const pieces: string[] = [];
  for (let begin = 0; begin < text.length; ) {
    const end = Math.min(begin + length, text.length);
    const unit = text.charCodeAt(end - 1);
    const splits = end < text.length && end - begin > 1 && unit >= 0xd800 && unit < 0xdc00;
    const next = splits ? end - 1 : end;
    pieces.push(text.slice(begin, next));
    begin = next;
  }
  return pieces.length === 0 ? [''] : pieces;
}
