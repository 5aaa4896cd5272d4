/** Maximum size of a picture that every usual browser can draw: per side, and in total. */
const MAX_SIDE_PX = 8192;
const MAX_PIXELS = 2 ** 25;

/** Pixels of a picture per unit of the drawing, so that it is sharp in print. */
const SHARPNESS = 2;

/** A name for a file, from a title. */
export function fileName(title: string, ending: string): string {
  const name = title
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return `${name || 'graph'}.${ending}`;
}

/**
 * Draws an SVG as a PNG, sharp, or as large as browsers allow.
 *
 * @returns the picture, and whether it is smaller than the drawing
 * @throws Error when the browser cannot draw it
 */
export async function pngOf(
  svg: string,
  width: number,
  height: number,
): Promise<{ readonly picture: Blob; readonly isSmaller: boolean }> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = pictureScale(width, height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(width * scale));
    canvas.height = Math.max(1, Math.floor(height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (picture === null) throw new Error('The browser cannot draw a picture of this size.');
    return { picture, isSmaller: scale < 1 };
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Pixels per unit of a drawing, as many as the limits allow. */
export function pictureScale(width: number, height: number): number {
  const side = MAX_SIDE_PX / Math.max(1, width, height);
  const area = Math.sqrt(MAX_PIXELS / Math.max(1, width * height));
  return Math.min(SHARPNESS, side, area);
}
