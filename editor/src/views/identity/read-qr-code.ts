/** Larger pictures are scaled down to this length of the longer side. */
const MAX_SIDE_PX = 1600;

/** A picture in which no QR code can be read. */
export class QrCodeError extends Error {
  override readonly name = 'QrCodeError';
}

/** The text of the QR code in a picture. @throws QrCodeError */
export async function readQrCode(picture: Blob): Promise<string> {
  const { decodeQR } = await import('qr/decode.js');
  const bitmap = await createImageBitmap(picture).catch(() => {
    throw new QrCodeError('The file is not a picture.');
  });
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (context === null) throw new QrCodeError('The browser cannot read pictures.');
  context.drawImage(bitmap, 0, 0, width, height);
  try {
    return decodeQR(context.getImageData(0, 0, width, height));
  } catch {
    throw new QrCodeError('There is no QR code in the picture.');
  }
}
