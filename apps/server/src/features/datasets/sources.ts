/** The source of companies that match the sourcing criteria. */
export const CRITERIA = 'CRITERIA';

/** The source of companies that calibration mode lists; it ends with the mode and is shown to nobody. */
export const CALIBRATION = 'CALIBRATION';
