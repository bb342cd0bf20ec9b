import type { CompanyRow } from '@quarry/contracts';

/** The most companies passed to Sales Navigator at once. */
export const SALES_NAVIGATOR_LIMIT = 100;
const MAX_NAME = 60;

/**
 * A Sales Navigator lead search for people who work at these companies. A numeric LinkedIn id is exact; without one,
 * the name is matched as if typed into the "Current company" box.
 */
export function salesNavigatorUrl(
  companies: readonly Pick<CompanyRow, 'name' | '__domain' | '__linked_in_id'>[],
): string {
  const values = companies.slice(0, SALES_NAVIGATOR_LIMIT).map((company) => {
    const id = company.__linked_in_id;
    const text = encodeText((company.name || company.__domain).slice(0, MAX_NAME));
    const exact = id !== null && /^\d+$/.test(id) ? `id:urn%3Ali%3Aorganization%3A${id},` : '';
    return `(${exact}text:${text},selectionType:INCLUDED)`;
  });
  const query = `(filters:List((type:CURRENT_COMPANY,values:List(${values.join(',')}))))`;
  return `https://www.linkedin.com/sales/search/people?query=${query}&viewAllFilters=true`;
}

/** Percent-encodes twice, because brackets and commas are syntax in Sales Navigator's query language. */
function encodeText(text: string): string {
  const once = encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return encodeURIComponent(once);
}
