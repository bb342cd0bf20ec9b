/** The source of companies that match the sourcing criteria. */
export const CRITERIA = 'CRITERIA';

/** The source of companies that calibration mode lists; it ends with the mode and is shown to nobody. */
export const CALIBRATION = 'CALIBRATION';

/** What the sources of companies that a market brought in begin with; the market's id follows. */
const MARKET = 'MARKET:';

/** The source of companies that a market brought in. */
export function marketSource(marketId: string): string {
  return `${MARKET}${marketId}`;
}
