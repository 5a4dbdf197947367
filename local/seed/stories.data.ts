/**
 * Cases told as stories, a block each: `= name | home | hours since the opening | who opened it | status`, then a line
 * per section with `field=value` (`@-2` is the day before yesterday), the codes of its contract with further fees,
 * payments, permits, moves between statuses, insurers, and documents.
 */
export const stories = `
= harold-lindqvist | whitcomb-ames | 62 | coordinator | active
deceased: was_hospice=yes; hospice_24hrs=3 weeks; county_of_death=St. Johns; within_city_limits=yes
service: service_date=@2; service_time=10:30; service_location=Whitcomb & Ames Chapel; service_vehicle=Hearse 1; service_led_by=Marcus Ames
medical: attending_physician_name=Dr. Ngozi Okafor; attending_physician_phone=9045550155; attending_physician_address=Seaside Hospice, 60 Old Quarry Lane, St. Augustine, FL 32084; cause_of_death=Congestive heart failure; manner_of_death=natural; has_pacemaker=no; ssa_notification_date=@-2
veteran: military_branch=army; military_rank=Sergeant First Class; military_service_start_date=1961-06-12; military_service_end_date=1965-06-11; dd214_collected=yes
deathCertificate: death_cert_type=electronic; edrs_number=2026-088412; dc_delivered_to_doctor_date=@-2; dc_doctor_completed=yes; dc_doctor_completed_date=@-1; dc_delivered_to_county_date=@-1; dc_county_name=St. Johns; dc_copies_ordered=10; dc_copy_type=long
obituary: newspapers_for_obituary=St. Augustine Record; obituary_text=Harold "Hal" Edwin Lindqvist Jr., 88, of St. Augustine, died at home on Marine Street with the window open to the river.\\n\\nHe was born in Duluth, Minnesota, and served in the U.S. Army before he came south to guide ships through the inlet. For thirty-one years he was a harbor pilot, and he never learned to pass a boat without naming it.\\n\\nHe is survived by his wife of sixty years, Karin; their children, Erik and Astrid; and five grandchildren.
cemetery: estimated_arrival_time=12:30; cemetery_notes=Committal with honors; burial_section=14; burial_lot=208; interment_number=NF-31177
authorization: witness_name=Dee Kowalski; verbal_authorization_from=Karin Lindqvist; verbal_authorization_relationship=spouse
innerOffice: computer_entry_date=@-2; first_call_taken_by=Dee Kowalski; personal_effects_description=Wedding ring (worn), wristwatch, hearing aids
notes: family_notes=Flag goes to Karin. Erik reads; no hymn after the committal.; director_notes=Dee: scheduled with the National Cemetery Scheduling Office, flag requested.\\nMarcus: honors confirmed, two from the Army Reserve.\\nDee: Karin asks that we keep his cap on the casket.
people: Erik Lindqvist, son, 9045550143, erik.lindqvist@example.com; Astrid Nyberg, daughter, 2185550144, astrid.nyberg@example.com
fees: BASIC EMB PREP VIEW CEREMONY TRANSFER HEARSE UTILITY C-OAK BOOK FOLDERS CARDS COPIES-10 | clergy_fee=200.00; newspaper_notices_fee=240.00
embalming: Viewing on the evening before the service | in_person | Karin Lindqvist
paid: 50 | 5000.00 | check 20310447 | Karin Lindqvist | Deposit
paid: 20 | 570.00 | cash | Karin Lindqvist | Notices and certificates
statement: 48 | director | Karin Lindqvist
permit: Burial-transit permit | BTP-FL-041773 | St. Johns County | @-2
moved: active | 56 | director
papers: photo Portrait of Hal; military DD-214; permit Burial-transit permit; authorization Embalming authorization; identification Identification of remains; obituary Obituary draft; other Cemetery scheduling letter

= maria-solis | whitcomb-ames | 66 | director | active
service: service_date=@1; service_time=11:00; service_location=St. Brendan's Catholic Church, then graveside; service_vehicle=Hearse 1; service_led_by=Marcus Ames
medical: attending_physician_name=Dr. Alan Feldstein; attending_physician_phone=9045550156; cause_of_death=Metastatic pancreatic cancer; manner_of_death=natural; has_pacemaker=no
deathCertificate: death_cert_type=electronic; dc_delivered_to_doctor_date=@-2; dc_doctor_completed=yes; dc_doctor_completed_date=@-1; dc_copies_ordered=8; dc_copy_type=long
obituary: newspapers_for_obituary=St. Augustine Record; obituary_text=María Elena Solís de Ortega, 71, sewed first-communion dresses for half of the parish of St. Brendan.\\n\\nShe was born in Guadalajara and came to St. Augustine with a sewing machine and two daughters. Her grandchildren will carry the gifts at her Mass.
cemetery: burial_section=B; burial_lot=41; burial_space=2; estimated_arrival_time=12:15
authorization: verbal_authorization_from=Guadalupe Ortega Solís; verbal_authorization_relationship=daughter
innerOffice: first_call_taken_by=Marcus Ames; personal_effects_description=Rosary, stays with her
notes: family_notes=Mass in Spanish. The choir of the parish sings; four grandchildren bring the gifts.; director_notes=Marcus: Father Rafael has the readings.\\nDee: the sister of Rafael called; both reports are one family.
people: Rafael Ortega, son, 2105550132, rafael.ortega@example.com; Lucía Ortega, daughter, 9045550145, lucia.ortega@example.com
fees: BASIC EMB PREP VIEW CHURCH GRAVESIDE TRANSFER HEARSE C-18-COP V-POLY FOLDERS COPIES-8 | clergy_fee=250.00; musician_fee=300.00
cemeteryFees: space_fee=1900.00; open_closing_fee=1200.00; burial_fees_handling=cemetery
embalming: Viewing before the Mass | in_person | Guadalupe Ortega Solís
container: The cemetery asks for an outer burial container.
paid: 58 | 5000.00 | check 1184 | Guadalupe Ortega Solís | Deposit
paid: 55 | 1165.00 | cash | Hermandad de Guadalupe | Gift of the parish
instalments: 54 | office | @20 1666.67; @51 1666.67; @81 1666.66
statement: 53 | director
permit: Burial-transit permit | BTP-FL-041788 | St. Johns County | @-1
moved: active | 60 | director
papers: photo Portrait of María; permit Burial-transit permit; authorization Embalming authorization; contract Letter of the parish

= walter-pruitt | whitcomb-ames | 255 | director | active
service: service_date=@funeral; service_time=@time; service_location=Whitcomb & Ames Chapel; service_vehicle=Hearse 1; service_led_by=Marcus Ames
cemetery: lot_owner=Walter Pruitt; burial_section=C; burial_lot=114; burial_space=2
medical: attending_physician_name=Dr. Ngozi Okafor; attending_physician_phone=9045550155; cause_of_death=Stroke; manner_of_death=natural; has_pacemaker=no
veteran: military_branch=navy; dd214_collected=yes; va_claim_number=VA-5521
deathCertificate: death_cert_type=electronic; dc_delivered_to_doctor_date=@-10; dc_doctor_completed=yes; dc_doctor_completed_date=@-9; dc_delivered_to_county_date=@-9; dc_county_completed=yes; dc_county_completed_date=@-7; dc_copies_ordered=6; dc_copy_type=long
obituary: newspapers_for_obituary=St. Augustine Record; obituary_text=Walter Dean Pruitt, 89, surveyed most of the roads that lead to this chapel.\\n\\nHe followed his wife, Agnes, by nine days. They will lie in one lot under one stone.
authorization: verbal_authorization_from=Carolyn Pruitt-Shaw; verbal_authorization_relationship=daughter
innerOffice: first_call_taken_by=Marcus Ames; personal_effects_description=Navy pin, goes to Dale
notes: family_notes=One stone for both; the stonecutter has the wording.; director_notes=Carolyn Pruitt-Shaw and her brother Dale Pruitt each pay half of both funerals.\\nDee: flowers from the county office arrive by noon.\\nMarcus: seats for eighty.
people: Dale Pruitt, son, 9045550146, dale.pruitt@example.com
fees: BASIC CEREMONY TRANSFER HEARSE C-POPLAR V-LINER COPIES-6 | billed=1450.00
cemeteryFees: open_closing_fee=1450.00; burial_fees_handling=billed
paid: 230 | 2000.00 | check 5527 | Carolyn Pruitt-Shaw | Deposit
paid: 228 | 1500.00 | check 88-1213 | Dale Pruitt | Deposit
paid: 120 | 1500.00 | reversal of 1 | Dale Pruitt | Insufficient funds | | director
paid: 96 | 1500.00 | cash | Dale Pruitt | In the place of the check
statement: 94 | director | Carolyn Pruitt-Shaw
permit: Burial-transit permit | BTP-FL-041602 | St. Johns County | @-8
moved: active | 240 | director
papers: photo Portrait of Walter; military DD-214; permit Burial-transit permit; other Wording of the stone; death_certificate Certified copy

= dorothy-briggs | northside-chapel | 15 | coordinator | active
service: service_type=direct_cremation; service_date=@3; service_location=No service; the family receives the ashes
medical: attending_physician_name=Dr. Alan Feldstein; attending_physician_phone=9045550156; manner_of_death=natural; cause_of_death=Pneumonia; me_notified=yes; me_released=no; has_pacemaker=yes; crematory_name=St. Johns Crematory; cremation_date=@3; cremation_time=09:00; urn_type=standard
deathCertificate: death_cert_type=electronic; dc_delivered_to_doctor_date=@0; dc_copies_ordered=6; dc_copy_type=long
obituary: obituary_text=Dorothy Mae Briggs, 93, hemmed more wedding dresses in Jacksonville than she could count, and kept a pin from each.
authorization: verbal_authorization_from=Kathleen Briggs; verbal_authorization_relationship=daughter
innerOffice: first_call_taken_by=Dee Kowalski; personal_effects_description=Glasses and a quilt
notes: family_notes=The quilt comes back to Kathleen.; director_notes=Dee: pacemaker still in place, Tomás removes it tomorrow.\\nMarcus: waiting for the number of the medical examiner.
people: Kathy Briggs, niece_nephew, 9045550192
fees: DC-FIBER COPIES-6 | advance=Approval of the medical examiner, 50.00, District 4
paid: 12 | 500.00 | other Money order | Kathleen Briggs | Deposit
paid: 4 | 100.00 | other Money order | Kathleen Briggs | Certificates
insurance: 11 | coordinator | Palmetto Life, PL-77-40912, 1400.00, , @12
moved: active | 14 | coordinator
papers: photo Portrait of Dorothy; identification Driver license; insurance Assignment form

= nguyen-van-minh | ames-cremation-care | 24 | director | active
service: service_type=cremation; service_date=@3; service_time=09:00; service_location=Chùa Quan Âm, Valdosta; service_vehicle=Van 3; service_led_by=Tomás Ibarra
medical: attending_physician_name=Dr. Susan Cho; attending_physician_phone=2295550157; manner_of_death=natural; cause_of_death=Cerebrovascular accident; has_pacemaker=no; crematory_name=Ames Cremation Care; cremation_date=@3; cremation_time=13:00; cremation_witness_requested=yes; urn_type=custom; custom_urn_number=JADE-12; urn_ordered=yes; urn_order_date=@-1
deathCertificate: death_cert_type=electronic; dc_delivered_to_doctor_date=@-1; dc_doctor_completed=yes; dc_doctor_completed_date=@0; dc_copies_ordered=8; dc_copy_type=long
obituary: obituary_text=Minh Văn Nguyễn, 64, opened Phở Huế on Baytree Road with four tables. It has thirty now, and no one has left hungry.
authorization: verbal_authorization_from=Quang Nguyễn; verbal_authorization_relationship=son
innerOffice: first_call_taken_by=Marcus Ames; personal_effects_description=Jade bracelet, stays with him
notes: director_notes=Embalming approved by the son for the viewing. Alternative container for the cremation.\\nTomás: the monks come at eight.; family_notes=Buddhist rite; monks chant at the viewing, and the family witnesses the cremation.
people: Thị Lan Trần, spouse, 2295550147, lan.tran@example.com
fees: BASIC EMB PREP VIEW CEREMONY TRANSFER COPIES-8 | cremation_urn_fee=245.00; sales_tax_rate=8; sales_tax=30.40; line=service, Cremation, 340.00; line=merchandise, Alternative container, 135.00
embalming: Viewing with Buddhist rites | phone | Quang Nguyễn
container: The crematory asks for a container that burns.
paid: 20 | 2500.00 | check 77120934 | Quang Nguyễn | Deposit
paid: 8 | 835.40 | cash | Trần Thị Lan | Deposit
paid: 3 | 500.00 | other Bank transfer | Chùa Quan Âm | Gift of the temple
permit: Burial-transit permit | BTP-GA-0552 | Lowndes County | @-1
permit: Cremation authorization | CA-2291 | Lowndes County | @-1
moved: active | 22 | director
papers: photo Portrait of Minh; permit Burial-transit permit; authorization Cremation authorization; identification Passport

= jamal-whitfield | northside-chapel | 190 | coordinator | active
service: service_date=@2; service_time=11:30; service_location=Northside Chapel; service_vehicle=Hearse 1; service_led_by=Dee Kowalski
medical: attending_physician_name=Dr. Priscilla Moore; cause_of_death=Pending; cause_of_death_pending=yes; manner_of_death=pending; medical_examiner_case=yes; me_notified=yes; me_released=yes
deathCertificate: death_cert_type=electronic; dc_delivered_to_doctor_date=@-6; dc_doctor_completed=yes; dc_doctor_completed_date=@-3; dc_delivered_to_county_date=@-3; dc_county_completed=yes; dc_county_completed_date=@-2; cause_of_death_pending=yes; dc_copies_ordered=5; dc_copy_type=long; death_cert_notes=Filed as pending; the medical examiner amends it.
obituary: newspapers_for_obituary=Florida Times-Union; obituary_text=Jamal Anthony Whitfield, 34, wired the lights of the Soutel Drive playground and coached its first team.
authorization: verbal_authorization_from=Yolanda Whitfield; verbal_authorization_relationship=parent
innerOffice: first_call_taken_by=Dee Kowalski; personal_effects_description=Watch and phone, with the medical examiner
notes: family_notes=His team carries him.; director_notes=Dee: released by District 4.\\nMarcus: Yolanda wants the jersey in the casket.
people: Anthony Whitfield, parent, 9045550148, anthony.whitfield@example.com
fees: BASIC VIEW CEREMONY TRANSFER HEARSE C-20-SLV COPIES-5
paid: 180 | 300.00 | cash | Yolanda Whitfield | Deposit
paid: 180 | 300.00 | cash | Yolanda Whitfield | Deposit | voided 179 Entered twice
paid: 90 | 700.00 | check 00412 | Anthony Whitfield | Deposit
permit: Medical examiner release | ME-26-1187 | District 4 | @-7
permit: Burial-transit permit | BTP-FL-041790 | Duval County | @-2
moved: active | 186 | director
papers: photo Portrait of Jamal; permit Release of the medical examiner; identification Driver license; obituary Obituary draft

= baby-castellano | whitcomb-ames | 26 | director | draft
service: service_type=graveside; service_date=@4; service_time=10:00; service_location=St. Brendan's Catholic Cemetery
medical: gestation_weeks=34; fetal_weight_grams=2310; plurality=single
notes: director_notes=Fetal death report, not a death certificate. No charge for anything we provide.\\nMarcus: the white casket is ready.; family_notes=Her name may still be chosen.
papers: permit Burial-transit permit; other Letter of the hospital; other Hand and foot prints

= leonard-voss | northside-chapel | 330 | coordinator | draft
service: service_type=other
medical: medical_examiner_case=yes; me_notified=yes; me_released=no; manner_of_death=undetermined
notes: director_notes=County case. Identified by fingerprints; his sister was found and is the next of kin.\\nDee: Irene flies in on Friday.
fees: | line=service, Disposition for the county, 300.00
paid: 40 | 300.00 | other Voucher | Duval County | County disposition
changed: 90 | director | deceased_first_name Unidentified Leonard; deceased_last_name Unidentified Voss
papers: identification Fingerprint match; other Voucher of the county; other Letter to Irene

= agnes-pruitt | whitcomb-ames | 470 | director | completed
service: service_date=@-16; service_time=14:00; service_location=Whitcomb & Ames Chapel
cemetery: lot_owner=Walter Pruitt; burial_section=C; burial_lot=114; burial_space=1
medical: manner_of_death=natural; cause_of_death=Pneumonia
deathCertificate: death_cert_type=electronic; dc_county_completed=yes; dc_county_completed_date=@-17
notes: director_notes=Carolyn Pruitt-Shaw and her brother Dale Pruitt each pay half of both funerals.
fees: BASIC VIEW CEREMONY TRANSFER HEARSE C-POPLAR V-LINER COPIES-6
paid: 450 | 1000.00 | check 5510 | Carolyn Pruitt-Shaw | Deposit
paid: 449 | 1000.00 | cash | Dale Pruitt | Deposit
paid: 320 | 3152.50 | check 5519 | Carolyn Pruitt-Shaw | Half of the rest
paid: 318 | 3152.50 | check 88-1204 | Dale Pruitt | Half of the rest
permit: Burial-transit permit | BTP-FL-040055 | St. Johns County | @-18 | @12 | @-13
moved: active | 460 | director
moved: completed | 300 | director

= samira-haddad | whitcomb-ames | 630 | director | completed
service: service_date=@-24; service_time=12:00; service_location=Whitcomb & Ames Chapel
medical: manner_of_death=natural; cause_of_death=Metastatic breast cancer
deathCertificate: death_cert_type=electronic; dc_county_completed=yes; dc_county_completed_date=@-24
financial: insurance_company=Gulf Mutual Life; insurance_policy_number=GML-447100-98; insurance_contact_phone=8505550172
notes: director_notes=Second policy: Palmetto Life, PL-20931. The two assignments exceed the contract.
fees: BASIC VIEW CEREMONY TRANSFER HEARSE C-20-BLU COPIES-10 | clergy_fee=150.00; newspaper_notices_fee=300.00
insurance: 610 | office | Gulf Mutual Life, GML-447100-98, 4500.00, 8505550172; Palmetto Life, PL-20931-07, 3500.00
paid: 400 | 4500.00 | insurance | Gulf Mutual Life | Insurance assignment | settles 0
paid: 300 | 3500.00 | insurance | Palmetto Life | Insurance assignment | settles 1
paid: 200 | 500.00 | refund of 1 | Palmetto Life | Paid beyond the contract | | director
moved: active | 620 | director
moved: completed | 500 | director

= ruth-abramowitz | northside-chapel | @friday 8 | coordinator | completed
service: service_type=graveside; service_date=@friday; service_time=11:00; service_location=Beth Shalom Memorial Park
medical: manner_of_death=natural; cause_of_death=Myocardial infarction
deathCertificate: death_cert_type=electronic; dc_county_completed=yes; dc_county_completed_date=@friday
notes: director_notes=No embalming. Shomer present throughout. Burial on Friday, before sunset.
fees: BASIC GRAVESIDE TRANSFER HEARSE C-PINE COPIES-4 | advance=Shomer, 300.00, Chevra Kadisha of Jacksonville
cemeteryFees: open_closing_fee=1450.00; burial_fees_handling=cemetery
paid: 20 | 5760.00 | check 3307 | Miriam Abramowitz-Cole | Funeral in full
permit: Burial-transit permit | BTP-FL-040210 | Duval County | @friday
moved: active | @friday 9 | director
moved: completed | @friday 18 | director

= earl-boudreaux | ames-cremation-care | 280 | director | completed
service: service_type=other; service_date=@-9; service_location=Forwarded to Fontenot Funeral Home, Lafayette, LA
medical: manner_of_death=natural; cause_of_death=Chronic obstructive pulmonary disease
deathCertificate: death_cert_type=electronic; dc_county_completed=yes; dc_county_completed_date=@-10
notes: director_notes=Forwarding of remains as one package: no basic services fee. Transit permit on file.
fees: FORWARD COPIES-6 | forwarding_remains_to=Fontenot Funeral Home, Lafayette, LA; advance=Air freight, 640.00, Gulf Air Cargo
embalming: Transport by air | phone | Yvonne Boudreaux
paid: 240 | 2565.00 | other Wire | Yvonne Boudreaux | Forwarding
permit: Out-of-state transit permit | OT-GA-118 | Lowndes County | @-11 | @-1
moved: active | 275 | director
moved: completed | 200 | director

= grace-okonkwo | ames-cremation-care | 140 | director | cancelled
service: service_date=@1; service_time=15:00; service_location=To be arranged
notes: cancellation_reason=The family moved to another funeral home.; director_notes=Deposit returned in full.
paid: 130 | 1000.00 | cash | Emeka Okonkwo | Deposit
paid: 105 | 1000.00 | refund of 0 | Emeka Okonkwo | The family moved | | director
moved: active | 138 | director
moved: cancelled | 110 | admin
`;
