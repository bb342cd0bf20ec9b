const MAX_MESSAGE = 500;
const TOKEN = /(bearer\s+|(?:access|refresh)_token["'\s:=]+)[\w.~+/=!-]{8,}/gi;

/** A CRM's text as it is kept: without tokens, and not longer than people read. */
export const keptMessage = (text: string): string =>
  text.replace(TOKEN, '$1•••').replaceAll('\0', '').slice(0, MAX_MESSAGE);
