/** The address of a company's page on LinkedIn; null without an id. */
export function linkedInCompanyUrl(linkedInId: string | null): string | null {
  return linkedInId ? `https://www.linkedin.com/company/${encodeURIComponent(linkedInId)}` : null;
}
