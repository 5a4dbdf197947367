/** Part of each key, so that no other session sees these figures. */
export interface Viewer {
  organization_id: string;
  role: string;
  funeral_home_details: { id: string };
}

const whose = ({ organization_id, role, funeral_home_details: home }: Viewer): string =>
  `${organization_id} ${role} ${home.id}`;

export const reportKeys = {
  all: ['insight'],
  months: ['insight', 'months'],
  dashboard: (viewer: Viewer) => ['insight', 'dashboard', whose(viewer)],
  report: (viewer: Viewer, report: string, query: object) => ['insight', report, whose(viewer), query],
  behind: (viewer: Viewer, query: object) => ['insight', 'behind', whose(viewer), query],
} as const;
