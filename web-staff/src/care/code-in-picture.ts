import { decodeQR } from 'qr/decode.js';

/**
 * Returns a reader of the QR code in the present picture of a video, for browsers without their own; a file of its own,
 * because few need it.
 */
export const pictureReader = () => {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video: HTMLVideoElement): Promise<string | undefined> => {
    const { videoWidth: width, videoHeight: height } = video;
    if (!context || width === 0) return undefined;
    Object.assign(canvas, { width, height });
    context.drawImage(video, 0, 0);
    try {
      return decodeQR(context.getImageData(0, 0, width, height));
    } catch {
      // It throws where a picture contains no code.
      return undefined;
    }
  };
};
