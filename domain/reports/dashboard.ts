import type { Role } from '#domain/shared/access/roles.ts';
import type { Sums } from './contributions.ts';
import { type Compared, meanFigure, sumFigure } from './figures.ts';
import { firstDay, lastDay } from './periods.ts';
import type { Figure } from './report.schema.ts';
import { type OutstandingBalances, owedFigure } from './reports.ts';

export interface DashboardSource {
  readonly profileId: string;
  readonly location: string | undefined;
  readonly work: Compared;
  readonly money: Compared;
  readonly today: Compared;
  readonly open: Sums;
  readonly owing: Sums;
}
export type DashboardRead = Exclude<keyof DashboardSource, 'profileId' | 'location'>;

type Maker = (source: DashboardSource) => Figure;

const openNow = ({ open, location }: Pick<DashboardSource, 'open' | 'location'>): Compared => ({
  now: open,
  before: undefined,
  days: { from: firstDay, to: lastDay },
  location,
});
const owed = ({ owing, location }: DashboardSource): Pick<OutstandingBalances, 'all' | 'location'> => ({
  all: owing,
  location,
});

const makers = {
  opened: ({ work }) => sumFigure({ id: 'opened', title: 'Cases opened this month' }, 'count', ['opened', 'n'], work),
  open: (source) => sumFigure({ id: 'open', title: 'Open cases' }, 'count', ['open', 'n'], openNow(source)),
  mine: (source) =>
    sumFigure({ id: 'mine', title: 'Your open cases' }, 'count', ['open', `staff.${source.profileId}`], {
      ...openNow(source),
    }),
  reports: ({ work }) => sumFigure({ id: 'reports', title: 'Submissions this month' }, 'count', ['report', 'n'], work),
  filed: ({ work }) =>
    meanFigure({ id: 'filed', title: 'First call to filing, this month' }, 'days', ['filed', 'days'], work),
  certified: ({ work }) =>
    meanFigure(
      { id: 'certified', title: 'First call to certificate, this month' },
      'days',
      ['certified', 'days'],
      work,
    ),
  revenue: ({ money }) =>
    sumFigure({ id: 'revenue', title: 'Contracts this month' }, 'money', ['contract', 'cents'], money),
  received: ({ money }) =>
    sumFigure({ id: 'received', title: 'Received this month' }, 'money', ['money', 'net'], money),
  receivedToday: ({ today }) =>
    sumFigure({ id: 'received-today', title: 'Received today' }, 'money', ['money', 'net'], today),
  outstanding: (source) => owedFigure({ id: 'outstanding', title: 'Outstanding' }, 'total', owed(source)),
  families: (source) => owedFigure({ id: 'families', title: 'Family receivables' }, 'family', owed(source)),
  insurers: (source) => owedFigure({ id: 'insurers', title: 'Insurance receivables' }, 'insurer', owed(source)),
} as const satisfies Record<string, Maker>;
type FigureId = keyof typeof makers;

const readFor = {
  opened: 'work',
  reports: 'work',
  filed: 'work',
  certified: 'work',
  open: 'open',
  mine: 'open',
  revenue: 'money',
  received: 'money',
  receivedToday: 'today',
  outstanding: 'owing',
  families: 'owing',
  insurers: 'owing',
} as const satisfies Record<FigureId, DashboardRead>;

/** The most important figure first. Money is only for roles that may see it. */
const ofRole = {
  super_admin: ['opened', 'revenue', 'received', 'outstanding'],
  funeral_home_admin: ['opened', 'revenue', 'received', 'outstanding'],
  funeral_director: ['open', 'opened', 'filed', 'certified'],
  coordinator: ['mine', 'open', 'reports', 'filed'],
  office_staff: ['receivedToday', 'received', 'families', 'insurers'],
} as const satisfies Record<Role, readonly FigureId[]>;

/** Returns the data that a role's figures need, so that nothing else is read. */
export const dataNeededForRole = (role: Role): ReadonlySet<DashboardRead> =>
  new Set(ofRole[role].map((id) => readFor[id]));

export const dashboardFigures = (role: Role, source: DashboardSource): Figure[] =>
  ofRole[role].map((id) => makers[id](source));
