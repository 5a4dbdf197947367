/** The Spanish form recommends “En casa”. */
const homeInSpanish =
  /^\W*(?:en )?(?:(?:(?:su|mi|nuestr[oa]|el|la) )?(?:propi[oa] )?(?:casa|domicilio|hogar)|su (?:propia )?residencia)\W*$/i;
const home = /^\W*(at )?((his|her|their|the|my|our) )?(own )?(home|residence)\W*$/i;

/** Returns a place with a Spanish home as “At home”, because the papers are in English. */
export const placeInEnglish = (place: string | undefined): string | undefined =>
  place && homeInSpanish.test(place) ? 'At home' : place;

/** Returns whether the words of a place name a home; a hospice at home and a street are not recognized. */
export const isAtHome = (place: string): boolean => home.test(placeInEnglish(place) ?? '');
