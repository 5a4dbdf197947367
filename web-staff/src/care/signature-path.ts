/** The units of a signature's path. */
export const padSize = { width: 300, height: 100 } as const;

/** Nearer points show no difference at the size of a receipt. */
const minStep = 2;
/** The server's limit. */
const maxLength = 4000;

/** Returns the path with a further point in whole units within the pad; `isStart` begins a new line. */
export const extendedBy = (path: string, [x, y]: readonly [number, number], isStart: boolean): string => {
  const [atX, atY] = [
    Math.round(Math.min(Math.max(x, 0), padSize.width)),
    Math.round(Math.min(Math.max(y, 0), padSize.height)),
  ];
  const [, lastX, lastY] = /(\d+) (\d+)$/.exec(path) ?? [];
  if (!isStart && Math.hypot(Number(lastX) - atX, Number(lastY) - atY) < minStep) return path;
  // A tap is a dot: a line of no length.
  const next = isStart ? `${path}M${atX} ${atY}L${atX} ${atY}` : `${path}L${atX} ${atY}`;
  return next.length > maxLength ? path : next;
};
