/** WCAG 2.2, 1.4.3. */
export const leastContrast = 4.5;

/** The backgrounds of the public page: the button's white text, and the paper of day and night. */
const white = '#ffffff';
const paper = '#f6f1ea';
const nightCard = '#1e2626';
const nightLetters = '#10201f';
const tint = 0.1;

type Channels = readonly [red: number, green: number, blue: number];

const channelsOf = (color: string): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Channels;
const written = (channels: Channels): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Mixes `share` (0 to 1) of one color into another, in sRGB as CSS does. */
export function mixed(color: string, into: string, share: number): string {
  const [otherChannels, ownChannels] = [channelsOf(into), channelsOf(color)];
  return written(
    ownChannels.map((channel, at) => channel * share + (otherChannels[at] ?? 0) * (1 - share)) as unknown as Channels,
  );
}

function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two #rrggbb colors, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the problem of a color that is hard to read on the public page; undefined if there is none. */
export function whyUnreadable(color: string): string | undefined {
  const behind = [white, paper, mixed(color, paper, tint)];
  const least = Math.min(...behind.map((backgroundColor) => contrastOf(color, backgroundColor)));
  if (least >= leastContrast) return undefined;
  // Rounded down, so that 4.46 is not shown as 4.5.
  const ratio = (Math.floor(least * 10) / 10).toFixed(1);
  return `This color is too light to read (contrast ${ratio}:1; at least ${leastContrast}:1 is required). Choose a darker color.`;
}

export function colorsOf(color: string): { day: string; night: string } {
  const readable = (one: string) =>
    [nightCard, nightLetters, mixed(one, nightCard, tint)].every((back) => contrastOf(one, back) >= leastContrast);
  for (let share = 1; share > 0; share -= 0.05) {
    const night = mixed(color, white, share);
    if (readable(night)) return { day: color, night };
  }
  return { day: color, night: white };
}
