import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { convertOnce, openCase, opening } from '#functions/cases/shared/create-case.ts';
import { type FirstCallRecord, firstCalls } from '#functions/first-calls/repository/first-calls.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { markConverted } from './shared/become-case.ts';
import { caseSectionsOf } from './shared/case-sections-of.ts';

/** The places of the chosen next of kin in the list; undefined where nobody chose. Throws 400 for one of another sheet. */
const placesOf = ({ next_of_kins }: FirstCallRecord, chosen: readonly string[] | null | undefined) =>
  chosen?.map((id) => {
    const at = next_of_kins.findIndex((nextOfKin) => nextOfKin.id === id);
    if (at < 0) throw invalid({ next_of_kin_customers: ['Please select next of kin of this first call'] });
    return at;
  });

/** One case per sheet. The SSN's ciphertext stays where it is; the case takes over the reference. */
export const convertToCase = handler(
  firstCallEndpoints.convertToCase,
  { firstCalls, ...opening },
  ({ params, body }, context) => {
    const { db, work } = context;
    const number = body.case_number_manual_override || undefined;
    const take = async (sheet: FirstCallRecord) => {
      const { id, funeral_home_id: homeId, ssn_id, ssn_last4 } = sheet;
      const becomeCustomers = placesOf(sheet, body.next_of_kin_customers);
      const sections = caseSectionsOf(sheet);
      const source = { field: 'source_first_call_id', id } as const;
      const caseRecord = await openCase(context, {
        homeId,
        number,
        source,
        ssn_id,
        ssn_last4,
        sections,
        becomeCustomers,
      });
      markConverted(context, sheet, caseRecord);
      return work.finish({ case_id: caseRecord.id, case_number: caseRecord.case_number });
    };
    return convertOnce(context, { read: () => db.firstCalls.require(params.id), number, take });
  },
);
