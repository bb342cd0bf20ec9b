/** Companies that match the sourcing criteria. */
export const CRITERIA = 'CRITERIA';

/** Companies whose record in a CRM brought them in. */
export const CRM_IMPORT = 'CRM_IMPORT';

/** Companies that calibration mode lists; ends with the mode and is never shown. */
export const CALIBRATION = 'CALIBRATION';
