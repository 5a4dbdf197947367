/** Crashes before or after the change with this number. */
export interface Death {
  left: number;
  after: boolean;
}
export class Killed extends Error {}

/** Calls that write to a table, a bucket or a partner. */
const changing = new Set([
  ...['transact', 'update', 'put', 'createSubmission', 'archiveSubmission', 'updateSubmitter', 'create', 'void'],
]);

/** Wraps an object so that it crashes before one of its changes, or after it without reporting it. */
export const dying = <T extends object>(whole: T, death: () => Death | undefined): T =>
  new Proxy(whole, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const bound = member.bind(target);
      if (!changing.has(String(name))) return bound;
      return async (...given: unknown[]) => {
        const at = death();
        const dies = at !== undefined && at.left-- === 0;
        if (dies && !at.after) throw new Killed();
        const answer = await bound(...given);
        if (dies) throw new Killed();
        return answer;
      };
    },
  });
