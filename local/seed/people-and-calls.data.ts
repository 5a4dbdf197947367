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

/**
 * The people of the demo, a line each: name of the record, name, alias, life (gender, age, day of death, days since the
 * birthday, time, marks), Social Security Number, birthplace, home, marital status, spouse, father, mother, next of kin,
 * their home, place of death, current location, its phone, cemetery, work, education, ethnicity, race, weight, sender,
 * requests and further answers.
 */
export const people = `
spam|Best;;Prices|GRANITE HEADSTONES 70 PERCENT OFF|unknown 1 -3 10 city-unknown||Online;NY|1 Web Street;New York;NY;10001|unknown||Best;;Prices|Best;;Prices;Prices|Sales;;Team;other;2125550199;offers@headstones.example||Visit www.headstones.example;1 Web Street;New York;NY;10001||2125550199|beth_shalom|Sales;Sales|unknown|unknown|refused|1||Dear owner, we rank your site on page one and ship granite headstones. Reply today for your discount!
baby-halloran|Baby Boy;;Halloran||male 0 -2 0 stillborn||St. Augustine;FL;USA;St. Johns|54 Cordova Street;St. Augustine;FL;32084|never_married||Sean;P;Halloran|Aoife;M;Halloran;Brannigan|Sean;Patrick;Halloran;parent;9045550134;sean.halloran@example.com||Coastal Regional Hospital;400 Health Park Way;St. Augustine;FL;32086||9045550150|st_brendan|None;None|no_formal||white|5|sean.halloran@example.com;9045550134;Afternoon|Please speak with me and not with my wife for now.
walter-kimball|Walter;James;Kimball||male 67 -1 201 03:40 veteran ssn-follows||Waycross;GA;USA;Ware|702 Trout River Drive;Jacksonville;FL;32208|divorced||Amos;;Kimball|Pearl;;Kimball;Strickland|Denise;;Kimball-Rowe;daughter;9045550135;denise.rowe@example.com|1160 Ribault Scenic Drive;Jacksonville;FL;32208|Riverside Medical Center;1800 Barrs Street;Jacksonville;FL;32204||9045550151|national|Diesel mechanic;Railroad|high_school||black_african_american|205||His papers are in a bank box; we bring the number on Monday.
maria-solis-again|Maria;;Solis de Ortega||female 71 -4 150 ssn-follows||Guadalajara;;MEX|27 Valencia Street;St. Augustine;FL;32084|widowed||Jose;;Solis|Consuelo;;Solis;Nunez|Rafael;;Ortega;son;2105550132;rafael.ortega@example.com|4418 Mesquite Bend;San Antonio;TX;78217|Coastal Regional Hospital;400 Health Park Way;St. Augustine;FL;32086||9045550150|st_brendan|Homemaker;Own home|unknown|hispanic_latino|white|140||I live far away and do not know whether my sister has called you already.
maria-solis|María;Elena;Solís de Ortega|Malena Ortega|female 71 -4 150 16:20|987-65-4321|Guadalajara;;MEX|27 Valencia Street;St. Augustine;FL;32084|widowed|Ignacio;Ortega;Ortega|José;L;Solís|Consuelo;R;Solís;Núñez|Guadalupe;Inés;Ortega Solís;daughter;9045550131;lupe.ortega@example.com|310 Riberia Street;St. Augustine;FL;32084|Coastal Regional Hospital;400 Health Park Way;St. Augustine;FL;32086||9045550150|st_brendan|Seamstress;Clothing manufacture|high_school|other_hispanic_latino;Mexican|white;other|142||Misa en español, por favor. The grandchildren will sing.|race_other_specify=Mestiza
samira-haddad|Samira;Leila;Haddad||female 58 -28 40 02:10|987-65-4322|Dearborn;MI;USA;Wayne|9 Anastasia Park Drive;St. Augustine;FL;32080|married|Nabil;Haddad;Haddad|Elias;G;Khoury|Nadia;;Khoury;Sayegh|Nabil;;Haddad;spouse;9045550133;nabil.haddad@example.com||Coastal Regional Hospital;400 Health Park Way;St. Augustine;FL;32086||9045550150|palm_grove|Pharmacist;Retail pharmacy|doctorate||white|150
raymond-castillo|Raymond;;Castillo;Sr.||male 76 -2 300 06:30 outside|901-23-4502|Ponce;PR|1450 State Road 207;Elkton;FL;32033|married|Carmen;Castillo;Vélez|Ramón;;Castillo|Blanca;;Castillo;Rivera|Carmen;;Castillo;spouse;9045550137;carmen.castillo@example.com||At home;1450 State Road 207;Elkton;FL;32033||9045550137|riverbend|Potato farmer;Agriculture|some_high_school|other_hispanic_latino;Puerto Rican|refused|185
lucille-fontaine|Lucille;Anne;Fontaine||female 84 -4 77|901-23-4503|Quitman;GA;USA;Brooks|614 North Patterson Street;Valdosta;GA;31601|separated||Unknown;;Unknown|Idella;;Fontaine;Fontaine|Curtis;;Fontaine;sibling;2295550138;curtis.fontaine@example.com|9 Clay Road;Quitman;GA;31643|Azalea Hospice House;71 Garden Drive;Valdosta;GA;31602||2295550153|Antioch Church Cemetery;200 Antioch Road;Quitman;GA;31643|Cook;School cafeteria|elementary||black_african_american|131
dmytro-kovalenko|Dmytro;Ivanovych;Kovalenko|Dima Kovalenko|male 49 -9 5 infectious|901-23-4504|Lviv;;UKR|8801 Southside Boulevard;Jacksonville;FL;32256|other||Ivan;;Kovalenko|Halyna;;Kovalenko;Shevchuk|Oksana;;Kovalenko;sibling;9045550139;oksana.kovalenko@example.com|12 Rynok Square;Lviv;;79008;UKR|Riverside Medical Center;1800 Barrs Street;Jacksonville;FL;32204||9045550151|beth_shalom|Software tester;Banking|other||white|178|hr@banking.example;9045550140;Morning||marital_status_other=Engaged;education_other=Polytechnic diploma
harold-lindqvist|Harold;Edwin;Lindqvist;Jr.|Hal Lindqvist|male 88 -3 166 04:35 veteran|987-65-4323|Duluth;MN;USA;St. Louis|118 Marine Street;St. Augustine;FL;32084|married|Karin;Lindqvist;Ahlgren|Harold;E;Lindqvist|Astrid;M;Lindqvist;Nyberg|Karin;Elise;Lindqvist;spouse;9045550142;karin.lindqvist@example.com||At home;118 Marine Street;St. Augustine;FL;32084|Whitcomb & Ames Funeral Home;2 King Street;St. Augustine;FL;32084|9045550100|national|Harbor pilot;Shipping|some_college||white|170
baby-castellano|Baby Girl;;Castellano||female 0 -2 0 stillborn||St. Augustine;FL;USA;St. Johns|33 Oneida Street;St. Augustine;FL;32084|never_married||Marco;A;Castellano|Renata;L;Castellano;Duarte|Marco;;Castellano;parent;9045550185;marco.castellano@example.com||Coastal Regional Hospital;400 Health Park Way;St. Augustine;FL;32086||9045550150|st_brendan|None;None|no_formal|hispanic_latino|white|6
agnes-pruitt|Agnes;Louise;Pruitt||female 86 -20 91|987-65-4324|Macon;GA;USA;Bibb|18 Sevilla Street;St. Augustine;FL;32084|married|Walter;Pruitt;Pruitt|Silas;;Hargrove|Minnie;P;Hargrove;Tate|Carolyn;;Pruitt-Shaw;daughter;9045550170;carolyn.shaw@example.com|77 Dolphin Drive;St. Augustine;FL;32080|Coastal Regional Hospital;400 Health Park Way;St. Augustine;FL;32086||9045550150|live_oak|Librarian;Public library|bachelors||white|112
walter-pruitt|Walter;Dean;Pruitt||male 89 -11 20 veteran|987-65-4325|Ocala;FL;USA;Marion|18 Sevilla Street;St. Augustine;FL;32084|widowed|Agnes;Pruitt;Hargrove|Dean;;Pruitt|Opal;;Pruitt;Weeks|Carolyn;;Pruitt-Shaw;daughter;9045550170;carolyn.shaw@example.com|77 Dolphin Drive;St. Augustine;FL;32080|At home;18 Sevilla Street;St. Augustine;FL;32084||9045550170|live_oak|Surveyor;Road construction|associates||white|161
dorothy-briggs|Dorothy;Mae;Briggs||female 93 -1 45 07:15|987-65-4326|Valdosta;GA;USA;Lowndes|Magnolia Terrace, 88 Terrace Lane;Jacksonville;FL;32210|widowed|Leroy;Briggs;Briggs|Henry;;Mobley|Sadie;;Mobley;Register|Kathleen;Ann;Briggs;daughter;9045550171;kathleen.briggs@example.com|905 Lane Avenue;Jacksonville;FL;32205|Magnolia Terrace Nursing Home;88 Terrace Lane;Jacksonville;FL;32210||9045550152||Seamstress;Own home|elementary||white|104
jamal-whitfield|Jamal;Anthony;Whitfield||male 34 -9 210 23:50|987-65-4327|Jacksonville;FL;USA;Duval|3301 Moncrief Road;Jacksonville;FL;32209|never_married||Anthony;R;Whitfield|Yolanda;;Whitfield;Bryant|Yolanda;;Whitfield;parent;9045550174;yolanda.whitfield@example.com|512 Soutel Drive;Jacksonville;FL;32208|Interstate 95, mile 353;Interstate 95;Jacksonville;FL;32206|District Medical Examiner;2100 Jefferson Street;Jacksonville;FL;32206|9045550154|beth_shalom|Electrician;Construction|some_college||black_african_american|190
ruth-abramowitz|Ruth;;Abramowitz|Rivka bat Shmuel|female 79 @friday 33 05:20|987-65-4328|Brooklyn;NY;USA;Kings|9500 San José Boulevard;Jacksonville;FL;32257|widowed|Saul;Abramowitz;Abramowitz|Samuel;;Lerner|Bessie;;Lerner;Katz|Miriam;;Abramowitz-Cole;grandchild;9045550175;miriam.cole@example.com|4020 Julington Creek Road;Jacksonville;FL;32223|Riverside Medical Center;1800 Barrs Street;Jacksonville;FL;32204||9045550151|beth_shalom|Accountant;Public accounting|bachelors||white|126
leonard-voss|Leonard;;Voss|Unidentified man, county number 23-0417|male 63 -15 140 city-unknown|900-12-3401|Toledo;OH;USA;Lucas|No fixed address;Jacksonville;FL;32202|unknown||Unknown;;Unknown|Unknown;;Unknown;Unknown|Irene;;Voss-Hartley;sibling;4195550176;irene.hartley@example.com|2207 Glendale Avenue;Toledo;OH;43614|Found at the river bank;Riverside Avenue;Jacksonville;FL;32202|District Medical Examiner;2100 Jefferson Street;Jacksonville;FL;32206|9045550154||Unknown;Unknown|unknown|unknown|unknown|about 160
nguyen-van-minh|Minh;Văn;Nguyễn|Minh Van Nguyen|male 64 -2 260 19:05|987-65-4329|Huế;;VNM|1217 Baytree Road;Valdosta;GA;31602|married|Thị Lan;Trần;Trần|Đức;;Nguyễn|Hồng;;Lê;Lê|Quang;Minh;Nguyễn;son;2295550177;quang.nguyen@example.com|640 Northside Drive;Valdosta;GA;31602|South Georgia General Hospital;2500 Hill Avenue;Valdosta;GA;31602|Ames Cremation Care;301 Ashley Street;Valdosta;GA;31601|2295550120||Restaurant owner;Food service|high_school||vietnamese|148
earl-boudreaux|Earl;T;Boudreaux||male 81 -12 100|900-12-3402|Lafayette;LA;USA;Lafayette|44 Lakeshore Court;Valdosta;GA;31605|divorced||Théophile;;Boudreaux|Odile;;Boudreaux;Thériot|Yvonne;;Boudreaux;executor;3375550178;yvonne.boudreaux@example.com|208 Rue Bayou;Lafayette;LA;70506|South Georgia General Hospital;2500 Hill Avenue;Valdosta;GA;31602||2295550179|St. Landry Cemetery;90 Church Street;Lafayette;LA;70501|Crop duster pilot;Agriculture|some_college||white|188
grace-okonkwo|Grace;Adaeze;Okonkwo||female 45 -6 8|900-12-3403|Houston;TX;USA;Harris|1503 Gornto Road;Valdosta;GA;31602|married|Emeka;Okonkwo;Okonkwo|Chukwudi;;Eze|Ngozi;;Eze;Obi|Emeka;;Okonkwo;spouse;2295550180;emeka.okonkwo@example.com||South Georgia General Hospital;2500 Hill Avenue;Valdosta;GA;31602||2295550179|coastal_natural|Nurse;Hospital|masters||black_african_american|155
otis-landry|Otis;Ray;Landry||male 73 -8 130|902-34-5601|Mobile;AL;USA;Mobile|455 Dauphin Street;Mobile;AL;36602|married|Bernice;Landry;Coleman|Ray;;Landry|Odessa;;Landry;Pettway|Bernice;;Landry;spouse;2515550162;bernice.landry@example.com||Bayview Hospital;20 Bayview Circle;Mobile;AL;36608||2515550163|Oak Bluff Cemetery;16 Bluff Road;Daphne;AL;36526|Longshoreman;Shipping|high_school||black_african_american|210
evelyn-marsh|Evelyn;;Marsh||female 66 -2 88|902-34-5602|Biloxi;MS;USA;Harrison|81 Government Street;Mobile;AL;36602|divorced||Harlan;;Marsh|Beulah;;Marsh;Ladner|Todd;;Marsh;son;2515550164;todd.marsh@example.com||Bayview Hospital;20 Bayview Circle;Mobile;AL;36608||2515550163|Oak Bluff Cemetery;16 Bluff Road;Daphne;AL;36526|Bookkeeper;Seafood processing|associates||white|139
`;
