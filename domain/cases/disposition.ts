/** What the place of disposition is called where no kind of service says otherwise. */
export const dispositionLabel = 'Cemetery Name';

/** What it is called by service type, among them types of older records (D2 §2, D3 §3). */
export const dispositionLabels: Readonly<Record<string, string>> = {
  burial: 'Cemetery Name',
  direct_burial: 'Cemetery Name',
  traditional: 'Cemetery Name',
  graveside: 'Cemetery Name',
  cremation: 'Final Disposition Location',
  direct_cremation: 'Final Disposition Location',
  memorial: 'Memorial Location',
  visitation: 'Memorial Location',
  viewing: 'Memorial Location',
  donation: 'Receiving Institution',
};
