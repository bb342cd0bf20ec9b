/** Companies that match the sourcing criteria. */
export const CRITERIA = 'CRITERIA';

/** Companies that calibration mode lists; ends with the mode and is never shown. */
export const CALIBRATION = 'CALIBRATION';

/** The source of companies that a market brought in. */
export function marketSource(marketId: string): string {
  return `MARKET:${marketId}`;
}
