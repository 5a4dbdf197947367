import {
  type Icon,
  IconAlarm,
  IconArchive,
  IconBook2,
  IconBuilding,
  IconCalendar,
  IconCalendarCog,
  IconCash,
  IconChartBar,
  IconChecklist,
  IconFileImport,
  IconFolder,
  IconHeart,
  IconHome,
  IconInbox,
  IconPhoneIncoming,
  IconReportAnalytics,
  IconSignature,
  IconUsers,
  IconUsersGroup,
  IconWritingSign,
} from '@tabler/icons-react';
import type { Permission } from '#domain/shared/access/roles.ts';
import { paths } from '../paths.ts';

interface NavigationItem {
  label: string;
  /** Heading of the group; items without one come first. */
  group?: 'Settings';
  to: string;
  icon: Icon;
  /** Required permission; undefined for everyone. */
  may?: Permission;
  countsNew?: true;
  countsPending?: true;
  countsOverdue?: true;
}

export const navigation: readonly NavigationItem[] = [
  { label: 'Home', to: paths.home, icon: IconHome },
  { label: 'First calls', to: paths.firstCalls, icon: IconPhoneIncoming, may: 'first-call:read' },
  { label: 'Care', to: paths.care, icon: IconHeart, may: 'care:read' },
  { label: 'Cases', to: paths.cases, icon: IconFolder, may: 'case:read' },
  { label: 'Calendar', to: paths.calendar, icon: IconCalendar, may: 'case:read' },
  { label: 'Tasks', to: paths.tasks, icon: IconChecklist, may: 'case:read', countsOverdue: true },
  { label: 'Deadlines', to: paths.deadlines, icon: IconAlarm, may: 'case:read' },
  { label: 'Signatures', to: paths.signatures, icon: IconSignature, may: 'signature:read' },
  { label: 'Payments', to: paths.payments, icon: IconCash, may: 'payment:read' },
  { label: 'Customers', to: paths.customers, icon: IconUsers, may: 'customer:read' },
  { label: 'Submissions', to: paths.submissions, icon: IconInbox, may: 'submission:read', countsNew: true },
  { label: 'Reports', to: paths.insight, icon: IconChartBar, may: 'insight:work' },
  { label: 'Team', to: paths.team, icon: IconUsersGroup, may: 'team:read', countsPending: true },
  { group: 'Settings', label: 'Funeral homes', to: paths.funeralHomes, icon: IconBuilding, may: 'home:read' },
  { group: 'Settings', label: 'Checklists', to: paths.checklists, icon: IconChecklist, may: 'case:read' },
  {
    group: 'Settings',
    label: 'Google Calendar',
    to: paths.calendarSettings,
    icon: IconCalendarCog,
    may: 'calendar:connect',
  },
  { group: 'Settings', label: 'E-signatures', to: paths.signing, icon: IconWritingSign, may: 'signing:connect' },
  { group: 'Settings', label: 'Import records', to: paths.imports, icon: IconFileImport, may: 'records:import' },
  {
    group: 'Settings',
    label: 'Monthly report',
    to: paths.monthReport,
    icon: IconReportAnalytics,
    may: 'insight:months',
  },
  { group: 'Settings', label: 'QuickBooks', to: paths.quickBooks, icon: IconBook2, may: 'accounting:read' },
  {
    group: 'Settings',
    label: 'Export all data',
    to: paths.archive,
    icon: IconArchive,
    may: 'organization:archive',
  },
];
