import { ChartFrame } from '../ui/chart-frame.tsx';
import type { GalleryItem } from './piece.ts';

const months = ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'];
const cases = [14, 9, 17, 12, 15, 11];

/** What figures are shown in. */
export const figurePieces: readonly GalleryItem[] = [
  {
    name: 'Chart frame',
    states: {
      'a figure with its columns': (
        <ChartFrame
          title="Cases this month"
          figure="11"
          delta="4 fewer than in October"
          points={months.map((name, index) => ({ name, value: cases[index] ?? 0 }))}
          format={(value) => `${value} cases`}
        />
      ),
      'nothing yet': <ChartFrame title="Cases this month" figure="0" points={[]} format={String} />,
    },
  },
];
