import { deceasedName } from '#domain/cases/present-case.ts';
import { entriesOf } from '#domain/gates/gate-entries.ts';
import { checkLabels, gateLabels } from '#domain/gates/gate-names.ts';
import { caseSchema, caseSectionSchema } from '#functions/cases/repository/case-record.ts';
import { gateEntriesSchema } from '#functions/gates/repository.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { createTeamRepository } from '#functions/team/repository/team.ts';
import { oneLine } from './mail-html.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

/** Tells the owners who overrode a check, unless it was withdrawn meanwhile. */
export const onGateOverridden =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'gate.overridden'>): Promise<void> => {
    const { table, staffSiteUrl } = dependencies;
    const { case_id: id, gate, check } = envelope.payload;
    const keys = keysOf(envelope.organization_id);
    const [core, deceased, part, members] = await Promise.all([
      table.get(keys.case(id)),
      table.get(keys.caseSection(id, 'deceased')),
      table.get(keys.casePart(id, 'PART#GATES')),
      createTeamRepository(table, keys).members(),
    ]);
    const overrides = part ? entriesOf(gateEntriesSchema.parse(part).entries, 'override') : [];
    const found = overrides.findLast((entry) => entry.gate === gate && entry.check === check);
    const owners = members.filter(({ role, status }) => role === 'super_admin' && status === 'active');
    if (!core || !found || owners.length === 0) return;
    const number = oneLine(caseSchema.parse(core).case_number);
    const name = oneLine(deceasedName(deceased && caseSectionSchema.parse(deceased).values)) || 'Name not given';
    const what = `${checkLabels[check]} (before ${gateLabels[gate].toLowerCase()})`;
    await sendMail(dependencies, envelope, 'gate-overridden', () => ({
      to: owners.map(({ email }) => email),
      subject: `Check overridden: ${checkLabels[check]} (${name})`,
      text: [
        `${oneLine(found.by_name ?? '')} overrode a check, with ${oneLine(found.second_name)} as second person.`,
        '',
        `Check: ${what}`,
        `Reason: ${oneLine(found.reason)}`,
        `Case: ${number}, ${name}`,
        '',
        `Open the case: ${staffSiteUrl}/cases/${id}`,
        '',
        'All owners get this email for each override. A director can withdraw it in the case.',
      ].join('\n'),
    }));
  };
