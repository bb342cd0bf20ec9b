/** Companies that match the sourcing criteria. */
export const CRITERIA = 'CRITERIA';

/** Companies that calibration mode lists; ends with the mode and is never shown. */
export const CALIBRATION = 'CALIBRATION';
