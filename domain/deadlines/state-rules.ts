import { certifiersAuthorization, officialsPermit } from '#domain/permits/permit-names.ts';
import {
  cremationWait,
  type DeadlineRule,
  days,
  hours,
  officialsPermitRequired,
  permitRequired,
  primarySource,
  rule,
  secondarySource,
  unverifiedSource,
} from './rule-builders.ts';

/** Rules by state; `generalRules` (obligations.ts) apply otherwise. */
export const stateRules: Readonly<Record<string, readonly DeadlineRule[]>> = {
  AK: [
    rule('permit', hours('death', 72, { beforeDisposition: true }), {
      why: 'Alaska requires a burial-transit permit within 72 hours of death and before disposition.',
      source: primarySource('Alaska Statutes 18.50.250'),
    }),
  ],
  CA: [
    rule('filing', days('death', 8, { beforeDisposition: true }), {
      why: 'California requires registration within 8 calendar days of death and before disposition.',
      source: primarySource('California Health and Safety Code 102775'),
    }),
    rule('certifier', hours('death', 15), {
      why: 'California requires medical certification within 15 hours of death.',
      source: secondarySource('California Health and Safety Code 102800'),
    }),
    permitRequired({
      why: 'California requires a permit for disposition before burial or cremation.',
      source: primarySource('California Health and Safety Code 103050'),
    }),
    rule('permit_return', days('cremation', 10), {
      why: 'California requires the endorsed permit for cremated remains to be returned within 10 days.',
      source: primarySource('California Health and Safety Code 103060'),
      metBy: /disposition|cremated remains|burial|transit/i,
    }),
  ],
  CT: [cremationWait('Connecticut', unverifiedSource('Connecticut, not yet read in the statute'))],
  DC: [cremationWait('The District of Columbia', unverifiedSource('District of Columbia, not yet read in the code'))],
  FL: [
    rule('filing', days('death', 5, { beforeDisposition: true }), {
      why: 'Florida requires the certificate within 5 days of death and before disposition.',
      source: primarySource('Florida Statutes 382.008'),
    }),
    rule('certifier', hours('delivered', 72), {
      why: 'Florida requires medical certification within 72 hours of receipt.',
      source: secondarySource('Florida Statutes 382.008'),
    }),
    cremationWait('Florida', secondarySource('Florida Statutes 872.03')),
    permitRequired({
      why: 'Florida requires a burial-transit permit before disposition.',
      source: secondarySource('Florida Statutes 382.006'),
    }),
    officialsPermitRequired(
      'Florida asks for the medical examiner’s approval before a cremation.',
      secondarySource('Florida Statutes 406.11'),
    ),
    rule('preservation', hours('death', 24), {
      why: 'Florida requires refrigeration at 40 °F or embalming after 24 hours.',
      source: unverifiedSource('Florida Statutes 497.386'),
    }),
  ],
  GA: [
    rule('filing', hours('death', 72), {
      why: 'Georgia requires the funeral director to file within 72 hours of death.',
      source: primarySource('O.C.G.A. 31-10-15(a) and (b)'),
    }),
    rule('certifier', hours('death', 72), {
      why: 'Georgia requires medical certification within 72 hours of death, and accepts none after 10 days.',
      source: primarySource('O.C.G.A. 31-10-15(c)'),
    }),
  ],
  IN: [cremationWait('Indiana', unverifiedSource('Indiana, not yet read in the statute'))],
  KS: [
    rule('filing', days('death', 3), {
      why: 'Kansas requires the certificate within 3 days of death and before removal from the state.',
      source: primarySource('Kansas Statutes 65-2412'),
    }),
    officialsPermitRequired(
      'Kansas asks for the coroner’s permit before a cremation.',
      unverifiedSource('Kansas, not yet read in the statute'),
    ),
    rule('preservation', hours('death', 24), {
      why: 'Kansas requires embalming or refrigeration after 24 hours.',
      source: secondarySource('K.A.R. 63-3-10, as summarized'),
    }),
  ],
  MA: [
    permitRequired({
      why: 'Massachusetts requires a disposition permit from the burial agent before disposition.',
      source: primarySource('Massachusetts General Laws c. 114 s. 45'),
    }),
    rule('certifier', hours('death', 24), {
      why: 'Massachusetts requires medical certification within 24 hours of death.',
      source: primarySource('Massachusetts Registry of Vital Records, electronic death registration'),
    }),
    cremationWait('Massachusetts', unverifiedSource('Massachusetts General Laws c. 114 s. 44')),
  ],
  ME: [
    cremationWait('Maine', primarySource('32 M.R.S. 1405')),
    officialsPermitRequired(
      'Maine asks for the medical examiner’s certificate before a cremation.',
      primarySource('32 M.R.S. 1405'),
    ),
  ],
  MI: [
    permitRequired({
      why: 'Michigan requires a burial-transit permit before disposition.',
      source: primarySource('Michigan Administrative Code R 325.3'),
    }),
    rule('filing', hours('death', 72), {
      why: 'Michigan requires the report of death within 72 hours.',
      source: primarySource('MCL 333.2843'),
    }),
    rule('certifier', hours('death', 48), {
      why: 'Michigan requires medical certification within 48 hours of death.',
      source: primarySource('MCL 333.2843'),
    }),
    rule('preservation', hours('death', 48), {
      why: 'Michigan requires embalming or refrigeration after 48 hours.',
      source: secondarySource('Michigan, as summarized'),
    }),
  ],
  MO: [
    rule('filing', days('death', 5), {
      why: 'Missouri requires the certificate within 5 days of death.',
      source: secondarySource('RSMo 193.145'),
    }),
    rule('certifier', hours('death', 72), {
      why: 'Missouri requires medical certification within 72 hours of death.',
      source: secondarySource('RSMo 193.145'),
    }),
    rule('preservation', hours('death', 24), {
      why: 'Missouri requires embalming or refrigeration after 24 hours.',
      source: secondarySource('Missouri, as summarized'),
    }),
  ],
  NH: [
    cremationWait('New Hampshire', primarySource('N.H. Revised Statutes 325-A:18')),
    officialsPermitRequired(
      'New Hampshire asks for the medical examiner’s certificate before a cremation.',
      primarySource('N.H. Revised Statutes 325-A:18'),
    ),
  ],
  NV: [
    permitRequired({
      why: 'Nevada requires a burial-transit permit before disposition. It is issued once the certificate is satisfactory.',
      source: primarySource('NRS 440.510'),
    }),
  ],
  NY: [
    rule('filing', hours('death', 72), {
      why: 'New York requires the certificate immediately, and within 72 hours of death at the latest.',
      source: primarySource('Public Health Law 4140'),
    }),
    permitRequired({
      why: 'New York requires a burial, cremation, natural organic reduction or transit permit before disposition.',
      source: primarySource('Public Health Law 4145'),
    }),
    rule('permit_return', days('disposition', 7), {
      why: 'New York forms require the endorsed permit to be returned within 7 days.',
      source: secondarySource('An older Department of Health form'),
    }),
  ],
  OR: [
    rule('first_notice', hours('death', 24), {
      why: 'Oregon requires a notice to the registrar within 24 hours of taking possession, counted here from death.',
      source: primarySource('ORS 432.158(2)'),
    }),
    permitRequired({
      why: 'Oregon requires the certifier’s written authorization before disposition. Note who gave an oral consent.',
      source: primarySource('ORS 432.158(3)'),
      metBy: certifiersAuthorization,
    }),
    rule('filing', days('death', 5, { beforeDisposition: true }), {
      why: 'Oregon requires the report of death within 5 calendar days and before disposition.',
      source: primarySource('ORS 432.133'),
    }),
  ],
  PA: [
    rule('filing', hours('death', 96), {
      why: 'Pennsylvania requires the certificate within 96 hours of death.',
      source: primarySource('35 P.S. 450.504'),
    }),
    permitRequired({
      why: 'Pennsylvania requires a permit for disposal before disposition.',
      source: primarySource('35 P.S. 450.504'),
    }),
    rule('permit_return', days('disposition', 10), {
      why: 'Pennsylvania requires the endorsed permit to be returned within 10 days.',
      source: primarySource('35 P.S. 450.504'),
    }),
    rule('preservation', hours('death', 24), {
      why: 'Pennsylvania requires embalming, refrigeration or a sealed container after 24 hours.',
      source: unverifiedSource('49 Pa. Code 13.201'),
    }),
  ],
  SC: [
    rule('filing', days('death', 5), {
      why: 'South Carolina requires the certificate within 5 days of death.',
      source: primarySource('S.C. Code 44-63-74'),
    }),
    rule('certifier', hours('delivered', 48, { rolls: true }), {
      why: 'South Carolina requires medical certification within 48 hours of notice, or on the next business day if offices are closed.',
      source: primarySource('S.C. Code 44-63-74'),
    }),
    permitRequired({
      why: 'South Carolina requires the coroner’s permit before cremation.',
      source: primarySource('S.C. Code 17-5-600'),
      cremationOnly: true,
      metBy: officialsPermit,
    }),
    cremationWait('South Carolina', unverifiedSource('S.C. Code title 32, chapter 8, the cremation act'), 24),
  ],
  SD: [
    rule('cremation_wait', hours('death', 24), {
      why: 'South Dakota does not allow cremation within 24 hours of death, unless waived in writing for a virulent disease.',
      source: primarySource('SDCL 34-26A-13'),
    }),
    permitRequired({
      why: 'South Dakota requires the coroner’s release before cremation.',
      source: primarySource('SDCL 34-26A-13'),
      cremationOnly: true,
      metBy: officialsPermit,
    }),
  ],
  TX: [
    rule('first_notice', hours('death', 24), {
      why: 'Texas requires a report of death before remains are moved, and to the registrar within 24 hours.',
      source: primarySource('25 Texas Administrative Code 181.2'),
    }),
    cremationWait(
      'Texas',
      primarySource(
        'Texas Health and Safety Code 716.004; a justice of the peace, medical examiner or court may waive it',
      ),
    ),
    rule('filing', days('death', 10, { rolls: true }), {
      why: 'Texas requires the certificate within 10 days of death.',
      source: primarySource('Texas Health and Safety Code 193.003; Government Code 311.014 for holidays'),
    }),
    permitRequired({
      why: 'Texas requires a burial-transit permit before remains are moved or cremated.',
      source: primarySource('Texas Health and Safety Code 193.008'),
    }),
    rule('preservation', hours('death', 24), {
      why: 'Texas requires refrigeration at 34 to 40 °F, embalming or a sealed container after 24 hours.',
      source: primarySource('25 Texas Administrative Code 181.4'),
    }),
  ],
  WA: [
    permitRequired({
      why: 'Washington requires a burial-transit permit before disposition.',
      source: secondarySource('RCW 70.58A.210'),
    }),
    rule('filing', days('death', 5), {
      why: 'Washington requires the report of death within 5 days.',
      source: unverifiedSource('RCW 70.58A.200'),
    }),
  ],
  WI: [
    cremationWait('Wisconsin', primarySource('Wis. Stat. 979.10')),
    officialsPermitRequired(
      'Wisconsin asks for the permit of the coroner or medical examiner before a cremation.',
      primarySource('Wis. Stat. 979.10'),
    ),
  ],
};
