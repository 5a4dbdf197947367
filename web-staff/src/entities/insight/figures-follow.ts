import type { QueryClient } from '@tanstack/react-query';
import { insightKeys } from './keys.ts';

/**
 * Figures follow from a record that was changed here, a moment later: whoever looks at them next has them read anew, and
 * those that stand on the page are not asked for before they have followed.
 */
export const figuresFollow = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: insightKeys.all, refetchType: 'none' });
