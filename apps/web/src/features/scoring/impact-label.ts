/** What a rule's points mean. */
export function impactLabel(score: number): string {
  if (score <= -8) return 'very negative';
  if (score <= -4) return 'negative';
  if (score <= -1) return 'somewhat negative';
  if (score >= 8) return 'very positive';
  if (score >= 5) return 'positive';
  if (score >= 1) return 'somewhat positive';
  return 'Neutral';
}
