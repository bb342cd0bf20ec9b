/** The e-mail of an owned contact is verified again after this long, free of charge. */
export const VERIFIED_FOR_DAYS = 90;
