import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { can, type Permission, roles } from '#domain/access/roles.ts';
import { caseActions, caseTransitions } from '#domain/cases/case-lifecycle.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { allEndpoints } from '#domain/contract/endpoints.ts';
import { functions } from '#infra/functions.ts';

const readme = fileURLToPath(new URL('../README.md', import.meta.url));

const permissionTable = (): string => {
  const head = `| Call | ${roles.join(' | ')} |\n|---|${roles.map(() => ':-:|').join('')}`;
  const rows = allEndpoints().map(({ row }) => {
    const call = `${row.method} ${row.path === '/api/openapi.json/' ? '/api/openapi.json' : row.path}`;
    const cells = roles.map((role) =>
      row.may === 'public' ? 'public' : can({ role }, row.may as Permission) ? 'yes' : 'no',
    );
    return `| ${call} | ${cells.join(' | ')} |`;
  });
  return [head, ...rows].join('\n');
};

const triggerOf = (row: (typeof functions)[keyof typeof functions]): string => {
  if ('endpoints' in row) return `${'inOrganization' in row ? 'what discloses of ' : ''}${row.endpoints.join(', ')}`;
  const trigger: { stream?: string; queue?: string; schedule?: string; userPool?: readonly string[] } = row.trigger;
  if (trigger.userPool) return `user pool: ${trigger.userPool.join(', ')}`;
  if (trigger.stream) return `stream: ${trigger.stream}`;
  return trigger.queue ? `queue: ${trigger.queue}` : `schedule: ${trigger.schedule}`;
};

const words = (grants: readonly string[]): string => grants.map((grant) => `\`${grant}\``).join(', ');

const functionTable = (): string => {
  const rows = Object.entries(functions).map(([name, row]) => {
    const ofOne = 'inOrganization' in row ? `; for one organization at a time: ${words(row.inOrganization)}` : '';
    return `| \`${name}\` | ${triggerOf(row)} | ${words(row.grants)}${ofOne} |`;
  });
  return ['| Function | Serves | May |\n|---|---|---|', ...rows].join('\n');
};

const transitionTable = (): string => {
  const rows = caseStatuses.map((status) => {
    const transitions: Partial<Record<string, string>> = caseTransitions[status];
    return `| ${status} | ${caseActions.map((action) => transitions[action] ?? 'refused').join(' | ')} |`;
  });
  return [`| A case that is | ${caseActions.join(' | ')} |\n|---${'|---'.repeat(caseActions.length)}|`, ...rows].join(
    '\n',
  );
};

const between = (text: string, mark: string, content: string): string =>
  text.replace(
    new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*?(<!-- /${mark} -->)`),
    (_, open: string, close: string) => `${open}${content}\n${close}`,
  );

/** The README with its tables made anew from the code that they describe. */
export const readmeWithTables = (): { now: string; wanted: string } => {
  const now = readFileSync(readme, 'utf8');
  const tables = { functions: functionTable(), 'case-transitions': transitionTable(), permissions: permissionTable() };
  return { now, wanted: Object.entries(tables).reduce((text, [mark, table]) => between(text, mark, table), now) };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(readme, readmeWithTables().wanted);
