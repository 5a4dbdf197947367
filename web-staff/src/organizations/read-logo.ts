import { type Attempt, attemptsFor, firstThatFits } from './logo-scaling.ts';

export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
const notAPicture = 'The logo must be a PNG, JPEG or WebP picture';
const maxBytes = 25_000_000;

const write = (picture: ImageBitmap, { width, height, type, quality }: Attempt): Promise<Blob | null> => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
};

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The picture could not be read'));
    reader.readAsDataURL(blob);
  });

/** A chosen file as a small data URL, scaled in the browser. Throws an Error in words when it cannot be one. */
export const readLogo = async (file: File): Promise<string> => {
  if (file.size > maxBytes) throw new Error('The picture is over 25 MB. Please choose a smaller one.');
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(notAPicture);
  });
  try {
    const found = await firstThatFits(attemptsFor(picture), (attempt) => write(picture, attempt));
    if (!found) throw new Error('The logo is too large. Please choose a smaller picture.');
    return await dataUrlOf(found);
  } finally {
    picture.close();
  }
};
