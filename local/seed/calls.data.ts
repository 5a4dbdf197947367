/** Reports of families: name | home | received, hours ago | called back | by | service | score of the bot check. */
export const reports = `
spam|northside-chapel|9||||unverified
baby-halloran|whitcomb-ames|22|21|director
walter-kimball|northside-chapel|0.2
maria-solis-again|whitcomb-ames|20
maria-solis|whitcomb-ames|68|67|director
samira-haddad|whitcomb-ames|640|639|director
raymond-castillo|whitcomb-ames|3|||cremation|0.6
lucille-fontaine|ames-cremation-care|80|79|coordinator|direct_cremation
dmytro-kovalenko|northside-chapel|196|194|coordinator|memorial
otis-landry|harbor-light|170|169|owner@harbor-light.example
evelyn-marsh|harbor-light|9
`;

/** First calls: `= name | home | hours ago | by | marks`, then the answers and the next of kin. */
export const firstCalls = `
= josephine-tyndall | whitcomb-ames | 1 | coordinator | arrives 40
answers: deceased_first_name=Josephine; deceased_middle_name=Ruth; deceased_last_name=Tyndall; date_of_birth=@born 85 -1 240; date_of_death=@-1; time_of_death=21:50; social_security_number=900-55-0142; place_of_death=Moultrie Creek Care Center; death_address=200 Moultrie Road; death_address_apt=Room 118; death_city=St. Augustine; death_county=St. Johns; death_state=FL; death_zip=32086; death_location_phone=9045550158; contact_person=Night nurse Abel Ruiz; is_hospice=yes; hospice_24hrs=Three weeks; primary_physician=Dr. Ngozi Okafor; physician_phone=9045550157; me_notified=no; is_veteran=no; hold_for=cremation; personal_effects_description=Wedding band on the left hand, stays with her; additional_information=The daughter arrives from Ohio at noon. Use the side entrance.; call_taken_by=Dee Kowalski
kin: relationship=sibling; first_name=Loretta; last_name=Tyndall; phone=9045550181; email=loretta.tyndall@example.com; address=14 Oneida Street; city=St. Augustine; state=FL; zip_code=32084
kin: relationship=daughter; first_name=Corinne; last_name=Tyndall-Boyd; phone=2165550119

= unknown-matanzas | northside-chapel | 3 | coordinator | draft
answers: deceased_last_name=Achterberg; date_of_death=@-1; place_of_death=Riverside Medical Center; death_city=Jacksonville; death_state=FL; death_location_phone=9045550153; contact_person=Charge nurse, third floor; me_notified=yes; call_taken_by=Dee Kowalski

= thu-trang-pham | ames-cremation-care | 9 | director | draft
answers: deceased_first_name=Thu Trang; deceased_last_name=Phạm; date_of_birth=@born 67 -1 30; date_of_death=@-1; place_of_death=At home; death_address=1206 Baytree Place; death_city=Valdosta; death_county=Lowndes; death_state=GA; death_zip=31602; is_hospice=yes; has_pacemaker=yes; call_taken_by=Marcus Ames
kin: relationship=son; first_name=Quang; last_name=Phạm

= dorothy-briggs | northside-chapel | 16 | coordinator | case
answers: deceased_first_name=Dorothy; deceased_middle_name=Mae; deceased_last_name=Briggs; date_of_birth=@born 93 -1 45; date_of_death=@-1; time_of_death=07:15; place_of_death=Magnolia Terrace Nursing Home; death_address=88 Terrace Lane; death_city=Jacksonville; death_state=FL; death_zip=32210; death_location_phone=9045550152; has_pacemaker=yes; hold_for=direct_cremation; call_taken_by=Dee Kowalski
kin: relationship=daughter; first_name=Kathleen; last_name=Briggs; phone=9045550171; email=kathleen.briggs@example.com; address=905 Lane Avenue; city=Jacksonville; state=FL; zip_code=32205
`;

/**
 * Customers without a case: first and last name, phone, email, place, days ago, and further fields. Two pairs look
 * alike: one name in two spellings, and a father and son who must never be merged.
 */
export const customers = `
Kathleen|Briggs|9045550171|kathleen.briggs@example.com|augustine|400
Kathy|Briggs|9045550192||augustine|64|notes=Called about her aunt Dorothy.
Patrick|O'Neill|9045550172|patrick.oneill@example.com|beach|400
Patrick|ONeill|9045550172|patrick.oneill@example.com|beach|64
William|Harmon Sr.|9045550173|harmon.family@example.com|jacksonville|400
William|Harmon Jr.|9045550173|harmon.family@example.com|jacksonville|64
Zoë|Delacroix-Meyer|9045550190|zoe.dm@example.org|augustine|400|county=St. Johns
Thomas|Thomas|9045550191||beach|400
Phúc|Trần|9045550176|phuc.tran@example.org|jacksonville|400|middle_name=Hồng
Beatrice|Langley||b.langley@example.com|augustine|400|apt_house_number=Apt 4
Óscar|Villanueva|2295550186||valdosta|400
Ingrid|Aaltonen|9045550178|ingrid.aaltonen@example.com|beach|12|notes=Wants to arrange her own service in advance.
`;
