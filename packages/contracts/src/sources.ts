/** The column of what brought a company into the dataset. */
export const SOURCES_FIELD = '__sources';

/** The source of companies that a market brought in, as the column has it. */
export function marketSource(marketId: string): string {
  return `MARKET:${marketId}`;
}
