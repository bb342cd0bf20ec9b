/**
 * Says why RE2 would reject a pattern, or undefined if no problem is found; RE2 itself decides when the statement runs.
 * RE2 lacks look-around and back-references, which have no linear-time form.
 */
export function findRegexProblem(pattern: string): string | undefined {
  const unquoted = pattern.replace(/\\Q[\s\S]*?(?:\\E|$)/g, 'q');
  const escapes = unquoted.match(/\\[\s\S]/g) ?? [];
  if (escapes.some((escape) => /[1-9k]/.test(escape))) return 'Back-references are not supported in patterns';
  const plain = unquoted.replace(/\\[\s\S]/g, 'e');
  const groups = plain.replace(/\[\^?\]?[^\]]*\]/g, 'c');
  if (/\(\?<?[=!]/.test(groups)) return 'Look-ahead and look-behind are not supported in patterns';
  if (/\(\?[>#(|&+R\d]/.test(groups)) return 'The pattern uses an unsupported kind of group';
  return findSyntaxProblem(plain);
}

/** RE2 and JavaScript agree on brackets and quantifiers, so JavaScript's parser finds those errors early. */
function findSyntaxProblem(plain: string): string | undefined {
  const translated = plain
    .replace(/\(\?[imsU-]+(:|\))/g, '(?:$1')
    .replaceAll('(?::', '(?:')
    .replaceAll('(?P<', '(?<');
  try {
    return new RegExp(translated) instanceof RegExp ? undefined : '';
  } catch (error) {
    if (error instanceof SyntaxError) return 'The pattern is not a valid regular expression';
    throw error;
  }
}
