import { auditActions } from '#domain/shared/audit/audit-actions.ts';
import { casesList } from '#functions/cases/repository/case-rows.ts';
import { storedEntry } from '#functions/platform/store/audit/audit-log.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { rowsOf } from '#functions/platform/store/lists/search-tokens.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table } from '#functions/platform/store/table.ts';

/** Looking at something, and the tasks that are listed next to it, are no news for the next shift. */
const isNews = ({ action }: { action: string }): boolean =>
  !/^task\.|(?:seen|revealed|refused|zipped|reminded|forgotten)$/.test(action) &&
  ['CASE', 'SUBMISSION', 'FIRSTCALL'].includes(auditActions[action as keyof typeof auditActions]?.kind ?? '');

const maxRead = 300;
const maxShown = 60;

export const createRecentChangesRepository = (table: Table, keys: Keys) => ({
  /** Returns what others changed in cases, submissions and first calls since an instant, newest first. */
  async since(instant: string, except: string) {
    const positions = await table.query({
      ...{ pk: keys.auditTimeline(), index: 'gsi1', newestFirst: true, limit: maxRead },
      between: [instant, '9'],
    });
    // The index has only keys.
    const items = (await table.getAll(positions)).toSorted((a, b) => b.sk.localeCompare(a.sk));
    const found = items
      .map((item) => {
        const [, , , kind = '', id = ''] = item.pk.split('#');
        return { ...storedEntry(item), kind, id };
      })
      .filter((entry) => entry.actor_id !== except && isNews(entry));
    const shown = found.slice(0, maxShown);
    const ids = [...new Set(shown.filter(({ kind }) => kind === 'CASE').map(({ id }) => id))];
    const rows = new Map((await rowsOf(table, keys, casesList, ids)).map((row) => [row.id, row]));
    return {
      isComplete: found.length <= maxShown && positions.length < maxRead,
      changes: shown.map(({ at, actor_name, action, id }) => {
        const row = rows.get(id);
        return {
          ...{ at, by_name: actor_name, what: auditActions[action as keyof typeof auditActions].label },
          ...{ case: row ? id : null, case_number: row?.case_number ?? '' },
          deceased_name: row?.deceased_full_name ?? '',
        };
      }),
    };
  },
});
export const recentChanges = {
  grants: ['table:recent-changes', 'table:case-rows'],
  in: createRecentChangesRepository,
} as const satisfies Repository;
