export function linkedInCompanyUrl(linkedInId: string | null): string | null {
  return linkedInId ? `https://www.linkedin.com/company/${encodeURIComponent(linkedInId)}` : null;
}
