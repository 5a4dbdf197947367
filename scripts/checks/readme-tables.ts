import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { caseActions, caseTransitions } from '#domain/cases/case-lifecycle.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { allEndpoints } from '#domain/registry/endpoints.ts';
import { hasPermission, type Permission, roles } from '#domain/shared/access/roles.ts';
import { functions } from '#infra/functions.ts';

const architecture = fileURLToPath(new URL('../../docs/architecture.md', import.meta.url));
const functionsFile = fileURLToPath(new URL('../../docs/functions.md', import.meta.url));
const permissions = fileURLToPath(new URL('../../docs/permissions.md', import.meta.url));
const decisions = fileURLToPath(new URL('../../docs/decisions', import.meta.url));
const index = join(decisions, 'README.md');

const permissionTable = (): string => {
  const head = `| Name | Call | ${roles.join(' | ')} |\n|---|---|${roles.map(() => ':-:|').join('')}`;
  const rows = allEndpoints().map(({ name, endpoint }) => {
    const call = `${endpoint.method} ${endpoint.path === '/api/openapi.json/' ? '/api/openapi.json' : endpoint.path}`;
    const cells = roles.map((role) =>
      endpoint.permission === 'public'
        ? 'public'
        : hasPermission({ role }, endpoint.permission as Permission)
          ? 'yes'
          : 'no',
    );
    return `| ${name} | ${call} | ${cells.join(' | ')} |`;
  });
  return [head, ...rows].join('\n');
};

const triggerOf = (row: (typeof functions)[keyof typeof functions]): string => {
  if ('endpoints' in row)
    return `${'inOrganization' in row ? 'organization-scoped calls of ' : ''}${row.endpoints.join(', ')}`;
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

interface Page {
  now: string;
  wanted: string;
}

const pageWith = (file: string, tables: Readonly<Record<string, string>>): Page => {
  const now = readFileSync(file, 'utf8');
  return { now, wanted: Object.entries(tables).reduce((text, [mark, table]) => between(text, mark, table), now) };
};

export const architecturePage = (): Page => pageWith(architecture, { 'case-transitions': transitionTable() });

export const functionsPage = (): Page => pageWith(functionsFile, { functions: functionTable() });

export const permissionsPage = (): Page => pageWith(permissions, { permissions: permissionTable() });

/** Returns number, title and status of a decision as a row of the index. */
const decisionRow = (file: string): string => {
  const text = readFileSync(join(decisions, file), 'utf8');
  const title = text.split('\n', 1)[0]?.replace(/^# (?:\d+[.:]? )?/, '');
  const [, status = ''] = /^\W*Status\W*[:.]\W*(.*)$/im.exec(text.slice(0, 400)) ?? [];
  return `| [${file.slice(0, 4)}](${file}) | ${title} | ${status.replace(/^accepted.*|, \d{4}-\d\d-\d\d$/i, (end) => (end.startsWith(',') ? '' : 'Accepted'))} |`;
};

const indexHead = `# Decisions

Why things are as they are. Numbers never change. \`npx node scripts/checks/readme-tables.ts\` writes this list.

| | Decision | Status |
|---|---|---|`;

export const decisionIndex = (): Page => {
  const files = readdirSync(decisions).filter((name) => /^\d{4}-.*\.md$/.test(name));
  return {
    now: readFileSync(index, 'utf8'),
    wanted: `${[indexHead, ...files.sort().map(decisionRow)].join('\n')}\n`,
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(architecture, architecturePage().wanted);
  writeFileSync(functionsFile, functionsPage().wanted);
  writeFileSync(permissions, permissionsPage().wanted);
  writeFileSync(index, decisionIndex().wanted);
}
