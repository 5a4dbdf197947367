/** The longest side of a logo, in pixels, and the most it may weigh (what the server takes as a data URL). */
export const logoSide = 320;
export const logoBytes = 20_000;

export interface Size {
  width: number;
  height: number;
}

/** A way to write a picture: how large, in which format, how well. */
export interface Attempt extends Size {
  type: 'image/png' | 'image/webp';
  /** 0 to 1; for WebP alone. */
  quality?: number;
}

/** The largest size of the same shape whose longer side is at most `side`; a smaller picture stays as it is. */
export const fitWithin = ({ width, height }: Size, side: number): Size => {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

const sides = [logoSide, 240, 160, 112, 80];
const formats: readonly Pick<Attempt, 'type' | 'quality'>[] = [
  { type: 'image/png' },
  { type: 'image/webp', quality: 0.92 },
  { type: 'image/webp', quality: 0.8 },
  { type: 'image/webp', quality: 0.65 },
];

/** The ways to write a picture, the best first: drawn logos stay sharp as PNG, photographs become WebP, then smaller. */
export const attemptsFor = (size: Size): Attempt[] => {
  const useful = sides.filter((side, index) => index === 0 || side < Math.max(size.width, size.height));
  return useful.flatMap((side) => formats.map((format) => ({ ...fitWithin(size, side), ...format })));
};

/** The first way whose result is light enough and of the format asked for (a browser may not write WebP). */
export const firstThatFits = async (
  attempts: readonly Attempt[],
  write: (attempt: Attempt) => Promise<Blob | null>,
): Promise<Blob | undefined> => {
  for (const attempt of attempts) {
    const blob = await write(attempt);
    if (blob && blob.type === attempt.type && blob.size <= logoBytes) return blob;
  }
  return undefined;
};
